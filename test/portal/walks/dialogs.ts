/** Open dialogs, marks, lists and the keyboard focus stay as they are while other things change. */
import { expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import type { OrderOverrides } from '../../support/orders.ts';
import { givenWinery } from '../morning.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function dialogWalks(portal: () => PortalUnderTest): void {
  test('dialogs: Back closes the dialog of a record, which is not that of another one', async () => {
    const { server, page, follow, heading, finder } = portal();
    const { customerNo } = await givenWinery(server, 'Backwater Cellars');
    await server.environment.db.rows(
      `update skus set upc_code = '088150004711' where customer_no = $1 and item_no = '23PIN-01'`,
      [customerNo],
    );
    await follow(`/skus/${customerNo}/22CAB-RES`);
    await heading('2022 Cabernet Sauvignon Reserve, Hillside Block 7, unfiltered').waitFor();
    await page.keyboard.press('/');
    await finder().fill('088150004711');
    await page.getByRole('option', { name: '23PIN-01' }).click();
    await heading('2023 Pinot Noir Estate').waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByRole('dialog', { name: 'Change 23PIN-01' }).waitFor();
    await page.goBack();
    await heading('2022 Cabernet Sauvignon Reserve, Hillside Block 7, unfiltered').waitFor();
    await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
    await page.getByRole('button', { name: 'Change…' }).click();
    expect(await page.getByLabel('Description').inputValue()).toMatch(/^2022 Cabernet/);
  });

  test('dialogs: a list that could not be read again stays, and says that it is old', async () => {
    const { server, admin, page, follow, rows, lookAt } = portal();
    const { customerNo } = await givenWinery(server, 'Stale Ridge');
    await follow(`/skus?customers=${customerNo}`);
    await rows(3);
    await page.getByText('Live', { exact: true }).waitFor();
    await failReads(portal(), 'SKUs/List');
    await admin.call('SKUs/Update', { CustomerNo: customerNo, ItemNo: '23PIN-01', Value: '31.00' });
    await page.getByText('This is not up to date').waitFor();
    await rows(3);
    await lookAt('list-stale');
    await page.unrouteAll({ behavior: 'wait' });
    // It is gone already when the page has read the list by itself in between.
    await page
      .getByRole('button', { name: 'Try again' })
      .evaluateAll((buttons: readonly { click(): void }[]) => buttons[0]?.click());
    await expect.poll(() => page.getByText('This is not up to date').count(), patience).toBe(0);
    await rows(3);
  });

  test('dialogs: a rule that is being written stays while the list behind it cannot be read', async () => {
    const { server, admin, page, follow } = portal();
    const { customerNo } = await givenWinery(server, 'Unwritten Rules');
    let isHeld = false;
    for (const [path, view, button, field] of [
      ['Rules/List', 'weather', 'New window…', 'Note'],
      ['CarrierRules/List', 'carriers', 'New rule…', 'Up to miles'],
    ] as const) {
      await follow(`/rules?view=${view}`);
      await page.locator('table:not([aria-busy="true"])').first().waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('dialog').getByLabel(field).fill('815');
      await failReads(portal(), path);
      isHeld = !isHeld;
      await admin.call('Rules/SetCredit', { CustomerNo: customerNo, OnHold: isHeld });
      await page.getByText('This is not up to date').waitFor();
      expect(await page.getByRole('dialog').getByLabel(field).inputValue()).toBe('815');
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  test('dialogs: marks stay when the release is not made', async () => {
    const { server, page, follow, rows } = portal();
    const winery = await givenWinery(server, 'Second Thoughts');
    await winery.orders(
      ['SEC-1', 'SEC-2'].map((OrderNo) => ({ OrderInfo: { OrderNo, HoldOrder: true } })) as readonly OrderOverrides[],
    );
    await catchUpOrderIndex(server.environment.db);
    await follow(`/orders?view=held&customers=${winery.customerNo}`);
    await rows(2);
    await page.getByLabel('Mark all rows of this page').click();
    for (const leave of ['Cancel', 'Escape']) {
      await page.getByRole('button', { name: 'Release…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('2 will ship.').waitFor();
      if (leave === 'Escape') await page.keyboard.press('Escape');
      else await dialog.getByRole('button', { name: leave }).click();
      await expect.poll(() => dialog.count(), patience).toBe(0);
      expect(await page.getByText('2 orders marked').count()).toBe(1);
    }
    await page.getByRole('button', { name: 'Release…' }).click();
    await page.getByRole('button', { name: 'Release 2 orders' }).click();
    await page.getByText('2 released.').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await rows(0);
    expect(await page.getByText('2 orders marked').count()).toBe(0);
  });

  test('dialogs: the focus returns to where it was when a dialog, the finder or the help is closed', async () => {
    const { server, page, follow } = portal();
    const winery = await givenWinery(server, 'Focus Hill');
    const order = await winery.order('FOC-1', { OrderInfo: { HoldOrder: true } } as OrderOverrides);
    await follow(order.address);
    await page.getByRole('button', { name: 'Release…' }).waitFor();
    for (const name of ['Release…', 'Hold…']) {
      const button = page.getByRole('button', { name, exact: true });
      const focused = button.and(page.locator(':focus'));
      for (const key of ['Enter', '/', '?']) {
        await button.focus();
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        await expect.poll(() => focused.count(), patience).toBe(0);
        await page.keyboard.press('Escape');
        await expect.poll(() => page.getByRole('dialog').count(), patience).toBe(0);
        await expect.poll(() => focused.count(), patience).toBe(1);
      }
    }
  });

  test('dialogs: by keyboard another customer and another item replace those that were chosen', async () => {
    const { page, open, morning } = portal();
    await open('/inbound');
    await page.getByRole('button', { name: 'New purchase order…' }).click();
    const dialog = page.getByRole('dialog');
    const choose = async (field: string, text: string): Promise<void> => {
      const box = dialog.getByRole('combobox', { name: field });
      await box.fill(text);
      await page.getByRole('option', { name: new RegExp(`^${text} `) }).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect.poll(() => box.inputValue(), patience).toContain(`${text} ·`);
    };
    for (const { customerNo } of [morning.stonebridge, morning.longName]) await choose('Winery', customerNo);
    for (const itemNo of ['23PIN-01', '24ROSE']) {
      // The list of all items, which is offered until this reply, has what is searched for next.
      const found = page.waitForResponse((reply) => reply.request().postDataJSON()?.Text === itemNo);
      await choose('Item 1', itemNo);
      await found;
    }
    // What was found for the text before is not offered for another one.
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/SKUs/List', async (route) => {
      await released;
      await route.continue();
    });
    await dialog.getByRole('combobox', { name: 'Item 1' }).fill('22CAB');
    await page.getByText('Searching…').waitFor();
    release();
    await page.getByRole('option', { name: /^22CAB-RES / }).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  test('dialogs: the keyboard stays on an action that failed', async () => {
    const { server, page, follow } = portal();
    const winery = await givenWinery(server, 'Second Try Cellars');
    const order = await winery.order('TRY-1', { OrderInfo: { HoldOrder: true } } as OrderOverrides);
    await follow(order.address);
    await page.getByRole('button', { name: 'Release…' }).press('Enter');
    const action = page.getByRole('dialog').getByRole('button', { name: 'Release 1 order' });
    await action.waitFor();
    await failReads(portal(), 'Holds/ReleaseMany');
    await action.press('Enter');
    await page.getByRole('dialog').getByRole('alert').waitFor();
    await hasFocus(action);
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Enter');
    await page.getByText('1 released.').waitFor();
  });

  test('dialogs: a list of choices is not cut at the edge of its dialog', async () => {
    const { server, page, follow } = portal();
    for (const name of [
      'First Edge',
      'Second Edge',
      'Third Edge',
      'Fourth Edge',
      'Fifth Edge',
      'Sixth Edge',
      'Last Edge',
    ])
      await givenWinery(server, name);
    await follow('/rules?view=credit');
    await page.getByRole('button', { name: 'Hold an account…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hold an account' });
    await dialog.getByRole('combobox', { name: 'Winery' }).fill('Edge');
    const options = dialog.getByRole('option');
    await expect.poll(() => options.count(), patience).toBe(7);
    const list = dialog.getByRole('listbox');
    const shownEnd = async () => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await list.boundingBox()) ?? {};
      const at = `document.elementFromPoint(${x + width / 2}, ${y + Math.min(height, 216) - 4})`;
      return await page.evaluate(`${at}?.closest('[role=listbox]') !== null`);
    };
    await expect.poll(shownEnd, patience).toBe(true);
    await dialog.getByRole('heading', { name: 'Hold an account' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('dialogs: a rule whose effect could not be counted is not set', async () => {
    const { server, page, follow } = portal();
    const { customerNo } = await givenWinery(server, 'Uncounted Acres');
    await follow('/rules?view=credit');
    const dialog = page.getByRole('dialog', { name: 'Hold an account' });
    // A list that is being read is not an empty one, nor is one that cannot be read.
    const mayReply = Promise.withResolvers<void>();
    await page.route('**/api/Customers/List', async (route) => {
      await mayReply.promise;
      await route.fulfill({ status: 502, json: {} });
    });
    await page.getByRole('button', { name: 'Hold an account…' }).click();
    await dialog.getByRole('combobox', { name: 'Winery' }).click();
    await page.getByText('Searching…').waitFor();
    mayReply.resolve();
    await page.getByText('The server cannot be reached.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    // Closes the list, which is read again by itself and may then cover the button.
    await dialog.getByRole('heading', { name: 'Hold an account' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const begin = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Hold an account…' }).click();
      await dialog.getByRole('combobox', { name: 'Winery' }).fill(customerNo);
      await dialog.getByRole('option', { name: `${customerNo} · Uncounted Acres` }).click();
    };
    await begin();
    await dialog.getByText('No open order changes.').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await failReads(portal(), 'Rules/SetCredit');
    await begin();
    await dialog.getByRole('alert').waitFor();
    expect(await dialog.getByRole('button', { name: 'Hold account' }).isDisabled()).toBe(true);
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('dialogs: what a colleague changes meanwhile is shown, and not changed back', async () => {
    const { server, admin, page, follow, heading } = portal();
    const { customerNo } = await givenWinery(server, 'First Name Vineyard');
    await follow(`/customers/${customerNo}`);
    await heading('First Name Vineyard').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('All requests a second').fill('7');
    await page.getByLabel('All requests at once').fill('9');
    await admin.call('Customers/Update', { CustomerNo: customerNo, CustomerName: 'Second Name Vineyard' });
    await heading('Second Name Vineyard').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    // The person learns of it, with what was typed, and decides.
    await page.getByText('What you typed is kept').waitFor();
    expect(await page.getByLabel('All requests a second').inputValue()).toBe('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('7 a second, 9 at once').waitFor();
    expect(await heading('Second Name Vineyard').count()).toBe(1);
  });
}

/** From now on this operation fails, as behind a proxy that restarts. */
const failReads = ({ page }: PortalUnderTest, path: string): Promise<unknown> =>
  page.route(`**/api/${path}`, (route) => route.fulfill({ status: 502, contentType: 'application/json', body: '{}' }));
