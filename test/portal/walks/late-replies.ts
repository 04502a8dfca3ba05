/** Replies that come late or not at all: a step is made once, and what is shown belongs to what a person has chosen. */
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { openFloor, worked } from '../../support/floor.ts';
import { openDock } from '../../support/receiving.ts';
import { givenWinery } from '../morning.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

const otherWarehouse = 'MMC01';

export function lateReplyWalks(portal: () => PortalUnderTest): void {
  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const band = () => portal().page.locator('output[data-verdict]');
  const says = (text: string) => band().getByText(text).waitFor();

  /** Holds requests of an operation that match, until they are released. */
  const hold = async (operation: string, isHeld: (body: Record<string, unknown>) => boolean = () => true) => {
    const { page } = portal();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let count = 0;
    await page.route(`**/api/${operation}`, async (route: Route) => {
      if (isHeld(route.request().postDataJSON())) {
        count += 1;
        await released;
      }
      await route.continue();
    });
    const end = async (): Promise<void> => {
      release();
      await page.unrouteAll({ behavior: 'wait' });
    };
    return { count: () => count, end };
  };

  test('late replies: rows and count of the view before do not pass for those of the view that is being read', async () => {
    const { page, open, morning } = portal();
    await open(`/orders?view=held&customers=${morning.longName.customerNo}`);
    const first = page.getByRole('table', { name: 'Orders' }).locator('tbody tr:not([data-skeleton])').first();
    await first.waitFor();
    const opacity = () =>
      page.evaluate<number>(
        `Number(getComputedStyle(document.querySelector('[aria-label=Orders]').parentElement).opacity)`,
      );
    const count = page.getByText(/^\d+ orders?$/);
    await count.waitFor();
    const box = first.getByRole('checkbox', { name: /^Mark order/ });
    await box.click();
    const marks = page.getByRole('region', { name: 'Marked rows' });
    await marks.waitFor();
    const held = await hold('Orders/List', ({ View }) => View === 'canceled');
    await page.getByRole('link', { name: 'Canceled', exact: true }).click();
    await expect.poll(opacity, patience).toBeLessThan(0.5);
    await count.waitFor({ state: 'hidden' });
    // They cannot be marked either: what is done to marked rows would be done to rows of the other view.
    expect(await box.count()).toBe(1);
    await box.click();
    expect([await box.isChecked(), await marks.count()]).toEqual([false, 0]);
    await held.end();
    await page.getByText('No order matches these filters').waitFor();
    await page.getByText('0 orders', { exact: true }).waitFor();
    // Marks end with their view.
    await page.getByRole('link', { name: 'Held', exact: true }).click();
    await box.waitFor();
    expect([await box.isChecked(), await marks.count()]).toEqual([false, 0]);
  });

  test('late replies: a delivery without an order, whose reply is lost, is one receipt', async () => {
    const { server, page, open, signInAs, admin } = portal();
    const at = await openDock(server);
    await signInAs(at.receiver);
    await open('/receive');
    await page.getByRole('button', { name: 'Without an order…' }).waitFor();
    let requests = 0;
    await page.route('**/api/Receiving/Park', async (route) => {
      requests += 1;
      if (requests > 1) return await route.continue();
      await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('F8');
    await page.getByLabel('Winery number').fill(at.winery.customerNo);
    await page.getByLabel('Where it stands').fill('Dock 8');
    await page.keyboard.press('Enter');
    await says('at Dock 8');
    await page.unrouteAll({ behavior: 'wait' });
    expect(requests).toBe(2);
    const receipts = await server.environment.db.rows('select 1 from receipts where customer_no = $1', [
      at.winery.customerNo,
    ]);
    expect(receipts).toHaveLength(1);
    // No dialog opens while an order does: it would come back after the order.
    const { reference } = await at.ordered();
    await page.keyboard.press('Escape');
    const expected = page.getByRole('list', { name: 'Expected orders' });
    await expected.waitFor();
    const held = await hold('Receiving/Open');
    await scan(reference);
    await expect.poll(held.count, patience).toBe(1);
    await page.keyboard.press('F6');
    await held.end();
    await says('0 counted.');
    await page.keyboard.press('Escape');
    await expected.waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await signInAs(admin);
  });

  test('late replies: what is scanned while a station loads is not counted, and the station says so', async () => {
    const { server, page, open, signInAs, admin } = portal();
    const floor = await openFloor(server);
    await signInAs(floor.packer);
    const line = page.getByLabel('Scan', { exact: true });
    const again = page.getByText('The page was still loading: scan again.');
    await open('/pack');
    await line.waitFor();
    expect(await again.count()).toBe(0);
    const held = await hold('Session/Get');
    await page.reload({ waitUntil: 'load' });
    await expect.poll(held.count, patience).toBe(1);
    await scan('WINE-1');
    await held.end();
    await again.waitFor();
    expect(await band().textContent()).not.toContain('WINE-1');
    await scan('NONE-1');
    await says('NONE-1');
    expect(await again.count()).toBe(0);
    await signInAs(admin);
  });

  test('late replies: a weight that was refused stays, and labels are bought once while the carrier has not replied', async () => {
    const { server, page, open, signInAs, admin } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
    await floor.release(winery, reference);
    await page.addInitScript('window.print = () => undefined');
    await signInAs(floor.packer);
    await open('/pack');
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await scan(orderNo);
    await page.getByRole('listitem', { name: 'WINE-1: 0 of 1', exact: true }).waitFor();
    await scan('WINE-1');
    await says('Complete. Weigh the box.');
    const weight = page.getByLabel('Weight, lb (F2)');
    await page.route('**/api/Floor/FinishBox', (route) =>
      route.fulfill({ status: 400, json: { Code: 'ValidationFailed', Reason: 'The scale is not ready.', Errors: [] } }),
    );
    await weight.fill('7.4');
    await weight.press('Enter');
    await says('The scale is not ready.');
    expect(await weight.inputValue()).toBe('7.4');
    await page.unrouteAll({ behavior: 'wait' });
    const carrier = await hold('Floor/BuyLabels');
    await weight.press('Enter');
    await expect.poll(carrier.count, patience).toBe(1);
    expect(await page.getByRole('button', { name: /^Buy label/, disabled: false }).count()).toBe(0);
    await page.keyboard.press('F6');
    await carrier.end();
    await says('Labeled. Stick the label on, scan it, stage the box.');
    expect(carrier.count()).toBe(1);
    await page.keyboard.press('Escape');
    await says('Scan an order');
    await signInAs(admin);
  });

  test('late replies: boxes that were scanned at the close of day without a connection are staged after a reload', async () => {
    const { server, page, open, signInAs, admin } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const { orderNo, reference } = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 1 }] });
    await floor.release(winery, reference);
    const { Boxes } = await floor.label(orderNo, ['WINE-1']);
    await signInAs(floor.packer);
    await open('/close');
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await page.route('**/api/Floor/Stage', (route) => route.abort());
    await scan(Boxes[0].TrackingNumber);
    await says('nothing scanned is lost');
    await page.reload();
    await says('nothing scanned is lost');
    await page.unrouteAll({ behavior: 'wait' });
    await says('1 of 1 staged');
    expect((await floor.pack('OpenPacking', { Scan: orderNo })).State).toBe('staged');
    await signInAs(admin);
  });

  test('late replies: nothing of the previous warehouse departs or is released while the next one is loading', async () => {
    const { server, page, open, follow, signInAs, admin } = portal();
    const { lead } = await openFloor(server);
    await openFloor(server, otherWarehouse);
    const choose = async (code: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'Warehouse' }).first().click();
      await page.getByRole('option', { name: code }).click();
    };
    const row = {
      Carrier: 'UPS',
      InWork: 0,
      Labeled: 0,
      Staged: 0,
      Manifested: 1,
      Boxes: 1,
      Manifest: crypto.randomUUID(),
      ScanForms: [],
      Missing: [],
    };
    const wave = {
      Carrier: 'UPS',
      Service: 'GRND',
      IcePack: false,
      OneBottle: true,
      Orders: 1,
      Bottles: 1,
      Lines: 1,
      References: [],
    };
    for (const [path, operation, button, json] of [
      ['/close', 'Floor/CloseOfDay', 'Depart UPS', { Carriers: [row], Problems: [], More: false }],
      [
        '/release',
        'Floor/ReleasePreview',
        'Release all…',
        {
          Waves: [wave],
          Orders: 1,
          Bottles: 1,
          Lines: 1,
          NotReleased: [],
          Waiting: { Orders: 1, Bottles: 1 },
          WaitingForStock: { Orders: 0, Bottles: 0 },
        },
      ],
    ] as const) {
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let isAsked = false;
      await page.route(`**/api/${operation}`, async (route) => {
        if (route.request().postDataJSON().Warehouse === worked) return await route.fulfill({ json });
        isAsked = true;
        await released;
        await route.continue();
      });
      await signInAs(lead);
      await open(`${path}?warehouse=${worked}`);
      const enabled = page.getByRole('button', { name: button, disabled: false });
      await enabled.waitFor();
      await choose(otherWarehouse);
      await expect.poll(() => isAsked, patience).toBe(true);
      expect(await enabled.count()).toBe(0);
      release();
      await page.unrouteAll({ behavior: 'wait' });
    }
    // The next scan is not typed into the choice.
    await follow(`/bins?warehouse=${worked}`);
    const line = page.getByLabel('Scan', { exact: true });
    await line.waitFor();
    await choose(otherWarehouse);
    await hasFocus(line);
    await signInAs(admin);
  });

  test('late replies: a preview that comes after another number was written is not that of the change', async () => {
    const { server, page, follow } = portal();
    const { customerNo } = await givenWinery(server, 'Second Number Cellars');
    await follow(`/inventory/${customerNo}/23PIN-01`);
    await page.getByRole('button', { name: 'Change stock…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the stock of 23PIN-01' });
    await dialog.getByLabel('Units').fill('-5');
    await dialog.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option').first().click();
    const preview = await hold('Inventory/Adjust');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await expect.poll(preview.count, patience).toBe(1);
    await dialog.getByLabel('Units').fill('-400');
    await preview.end();
    const action = dialog.getByRole('button', { name: 'Preview', disabled: false });
    await action.waitFor();
    expect(await dialog.getByRole('button', { name: 'Post the change' }).count()).toBe(0);
    // The preview of the first number is there again with its number.
    await dialog.getByLabel('Units').fill('-5');
    await dialog.getByRole('button', { name: 'Post the change' }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  test('late replies: Enter in the finder opens what is found for its text, as soon as it is there', async () => {
    const { server, page, follow, finder, heading } = portal();
    const { customerNo } = await givenWinery(server, 'Finders Keep');
    const codes = { '23PIN-01': '088150007101', '22CAB-RES': '088150007202' };
    for (const [itemNo, code] of Object.entries(codes))
      await server.environment.db.rows('update skus set upc_code = $3 where customer_no = $1 and item_no = $2', [
        ...[customerNo, itemNo, code],
      ]);
    await follow('/overview');
    await page.getByRole('heading', { name: 'Needs a person' }).waitFor();
    await page.keyboard.press('/');
    await finder().fill(codes['23PIN-01']);
    await page.getByRole('option', { name: '23PIN-01' }).waitFor();
    const search = await hold('Search/Find');
    await finder().fill(codes['22CAB-RES']);
    await page.keyboard.press('Enter');
    await expect.poll(search.count, patience).toBe(1);
    await finder().waitFor();
    await search.end();
    await heading('2022 Cabernet Sauvignon Reserve, Hillside Block 7, unfiltered').waitFor();
    await follow('/overview');
    await page.getByRole('heading', { name: 'Needs a person' }).waitFor();
    await page.keyboard.press('/');
    await hasFocus(finder());
    await scan(codes['23PIN-01']);
    await heading('2023 Pinot Noir Estate').waitFor();
  });

  test('late replies: after a view is removed, its tab opens no dialog while it is still there', async () => {
    const { page, follow, admin } = portal();
    const view = { Page: 'orders', Name: 'Held of all', Filters: [{ Name: 'view', Value: 'held' }], IsShared: true };
    expect((await admin.call('SavedViews/Save', view)).status).toBe(200);
    await follow('/orders?view=held');
    const tab = page.getByRole('link', { name: 'Held of all', exact: true });
    await tab.waitFor();
    await page.getByRole('button', { name: 'Remove view…' }).click();
    const views = await hold('SavedViews/List');
    await page.getByRole('button', { name: 'Remove view', exact: true }).click();
    // The live update may read the list beside the page.
    await expect.poll(views.count, patience).toBeGreaterThan(0);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await tab.click();
    await page.waitForURL(/view=held/);
    await page.getByRole('button', { name: 'Remove view…' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await views.end();
    await tab.waitFor({ state: 'hidden' });
  });

  test('late replies: a choice goes back to all', async () => {
    const { page, follow } = portal();
    await follow('/carriers');
    await page.getByRole('button', { name: 'New account…' }).click();
    const from = page.getByRole('dialog').getByRole('combobox', { name: 'Shipments from' });
    for (const option of ['APC01', 'All warehouses']) {
      await from.click();
      // The header of the dialog may cover the first option.
      await page.getByRole('option', { name: option }).dispatchEvent('click');
      expect(await from.inputValue()).toBe(option);
    }
    await page.keyboard.press('Escape');
  });
}
