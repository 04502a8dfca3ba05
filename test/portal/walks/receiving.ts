/** Receiving by keys and scans alone: purchase orders and transfers are counted, with photos, pallets and codes that are taught. */
import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { signedIn } from '../../support/operator.ts';
import { type Dock, dock, openDock } from '../../support/receiving.ts';
import { openTransferWinery } from '../../transfer-orders/transfer-winery.ts';
import { choosePhoto } from '../choose-photo.ts';
import { once } from '../once.ts';
import { hasFocus, type PortalUnderTest, patience } from '../portal-under-test.ts';

export function receivingWalks(portal: () => PortalUnderTest): void {
  const opened = once(async (): Promise<Dock> => await openDock(portal().server));

  const scan = (code: string) => portal().page.keyboard.type(`${code}\n`);
  const says = (text: string) => portal().page.locator('output[data-verdict]').getByText(text).waitFor();
  const counted = () => portal().page.getByRole('list', { name: 'Counted' });
  /** Until then a list that opens under what is typed closes again. */
  const dialogHasFocus = () =>
    expect.poll(() => portal().page.getByRole('dialog').locator(':focus').count(), patience).toBe(1);

  test('the station stands in the first worked warehouse until another one is chosen on its computer', async () => {
    const { server, page, open } = portal();
    await openFloor(server);
    const warehouse = page.getByRole('combobox', { name: 'Warehouse' });
    const standsIn = (code: string) => expect.poll(() => warehouse.inputValue(), patience).toBe(code);
    for (const station of ['/receive', '/returns-station']) {
      await open(station);
      await page.evaluate('localStorage.clear()');
      await open(station);
      await standsIn(worked);
    }
    await warehouse.selectOption(dock);
    await open('/receive');
    await standsIn(dock);
    await page.evaluate('localStorage.clear()');
  });

  test('receiving: an order is counted blind, a difference is shown at the end, and a reload continues', async () => {
    const { page, open, heading, lookAt, admin, signInAs } = portal();
    const at = await opened();
    await at.ordered();
    const { reference, orderId } = await at.ordered();
    await signInAs(at.receiver);
    const oneOnPage = (route: Route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), Top: 1 }) });
    await page.route('**/api/Receiving/List', oneOnPage);
    await open('/receive');
    await heading('Receiving').waitFor();
    const expected = page.getByRole('list', { name: 'Expected orders' });
    await expected.waitFor();
    expect(await expected.getByText(reference).count()).toBe(0);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expected.getByText(reference).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await lookAt('receive-expected');
    await scan(reference);
    await says('0 counted.');
    await counted().getByText('PIN', { exact: true }).waitFor();
    await scan('PIN');
    await says('1 counted.');
    await scan('20012345678909');
    await says('No item of');
    await lookAt('receive-unknown');
    await page.reload();
    await says('1 counted.');
    await scan('CAB');
    await says('1 counted.');
    await page.keyboard.press('F4');
    await says('not counted any more');
    await page.keyboard.press('F6');
    await dialogHasFocus();
    // A scan into the dialog counts nothing, whatever digits it begins with.
    await scan('23PIN\n');
    await page.getByRole('dialog').getByText('The scan was not counted').waitFor();
    await page.getByLabel('How many').focus();
    // Typing replaces the 1 that the field begins with.
    await page.getByLabel('How many').fill('');
    await page.keyboard.type('23');
    await page.keyboard.press('Enter');
    await says('24 counted.');
    await page.keyboard.press('F7');
    await page.getByLabel('How many').fill('2');
    await page.getByLabel('Note').fill('Wet');
    // The connection is lost during the first attempt.
    let lost = 0;
    const lose = (route: Route) => {
      lost += 1;
      return route.abort();
    };
    await page.route('**/photos/**', lose, { times: 1 });
    await choosePhoto(page);
    await page.getByText('Sent', { exact: true }).waitFor();
    expect(lost).toBe(1);
    await lookAt('receive-damaged');
    await page.getByRole('button', { name: 'Report' }).click();
    await says('2 × Pinot Noir as DMGD-NO-TX.');
    await page.getByRole('button', { name: 'Photo 1: PIN DMGD-NO-TX' }).waitFor();
    await lookAt('receive-photo');
    await page.keyboard.press('F2');
    await page.getByText('12 missing: ').waitFor();
    await page.getByText('0 counted, 12 expected').waitFor();
    // Enter counts again, and a scan into the dialog posts nothing: the dialog says so.
    await expect.poll(() => page.evaluate('document.activeElement?.textContent'), patience).toBe('Count again');
    await page.keyboard.type('PIN-1\n');
    await page.getByRole('dialog').getByText('The scan was not counted').waitFor();
    await lookAt('receive-differences');
    await page.getByRole('button', { name: 'Post what is counted' }).click();
    await says('PARTIALLY RECEIVED');
    await page.getByRole('list', { name: 'Posted' }).getByText('22 ×').waitFor();
    await expect.poll(async () => (await at.winery.order(orderId)).status, patience).toBe('PARTIALLY RECEIVED');
    await signInAs(at.service);
    await open(`/purchase-orders/${at.winery.customerNo}/${orderId}`);
    // Customer service reads why, in the words of the person who counted.
    const receipts = page.getByRole('table', { name: 'Receipts' });
    await receipts.getByText('2 × PIN DMGD-NO-TX: DAMAGED, Wet').waitFor();
    await receipts.getByText('12 missing of CAB').waitFor();
    await page.getByRole('button', { name: 'Photo 1: PIN DMGD-NO-TX' }).click();
    const widthOfLarge = 'document.querySelector("[role=dialog] img")?.naturalWidth';
    await expect.poll(() => page.evaluate(widthOfLarge), patience).toBe(2_048);
    await lookAt('purchase-order-photo');
    await page.keyboard.press('Escape');
    await signInAs(admin);
  });

  test('receiving: a photo that is sent while the session ends is sent again after the sign-in', async () => {
    const { server, page, open, heading, admin, signInAs } = portal();
    const at = await opened();
    const { reference } = await at.ordered();
    const password = 'of the person with the photo';
    const person = await signedIn(server, 'floor', { password, warehouses: [dock] });
    await signInAs(person);
    await open('/receive');
    await page.getByRole('list', { name: 'Expected orders' }).waitFor();
    await scan(reference);
    await says('0 counted.');
    await scan('PIN');
    await says('1 counted.');
    await page.keyboard.press('F7');
    const endSession = async (route: Route): Promise<void> => {
      mustSucceed(await person.call('Session/SignOut'));
      await route.continue();
    };
    await page.route('**/photos/**', endSession, { times: 1 });
    await choosePhoto(page);
    await heading('Sign in').waitFor();
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await heading('Sign in').waitFor({ state: 'hidden' });
    const photos = page.getByRole('list', { name: 'Photos to send' });
    const refusal = photos.getByRole('alert');
    await photos.getByText('Sent', { exact: true }).or(refusal).waitFor();
    expect(await refusal.allTextContents()).toEqual([]);
    // What fails every time is not sent for ever.
    await page.route('**/photos/**', (route) => route.fulfill({ status: 500, json: { Reason: 'Out of order.' } }));
    try {
      await choosePhoto(page);
      await refusal.getByText('Out of order.').waitFor();
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
    }
    await page.keyboard.press('Escape');
    await signInAs(admin);
  });

  test('receiving: a pallet that was labeled is opened with its label, and counted once', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { reference } = await at.ordered();
    await signInAs(at.receiver);
    await open('/receive');
    await page.getByRole('list', { name: 'Expected orders' }).waitFor();
    const label = async (text: string) => {
      await page.keyboard.press('F6');
      const field = page.getByRole('dialog', { name: 'Label of the pallet' }).getByRole('textbox', { name: 'Label' });
      // Keys before the dialog has the focus are dropped, so that no half of a scan counts behind it.
      await hasFocus(field);
      if (text === 'PAL-0077') await lookAt('receive-pallet');
      await scan(text);
      await page.getByRole('button', { name: `Pallet ${text}…` }).waitFor();
      await scan(reference);
    };
    await label('PAL-0077');
    await says('pallet 1. 0 counted.');
    await scan('PIN');
    await says('1 counted.');
    await page.keyboard.press('F2');
    await page.getByRole('button', { name: 'Post what is counted' }).click();
    await says('PARTIALLY RECEIVED');
    await label('PAL-0077');
    await says('the pallet PAL-0077 of');
    expect(await page.locator('output[data-verdict]').getAttribute('data-verdict')).toBe('wrong');
    await label('PAL-0078');
    await says('pallet 2. 0 counted.');
    await page.keyboard.press('Escape');
    await signInAs(admin);
  });

  test('receiving: half a scan before a dialog is dropped, and a scan into the dialog discards nothing', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { reference } = await at.ordered();
    await signInAs(at.receiver);
    await open('/receive');
    await page.getByRole('list', { name: 'Expected orders' }).waitFor();
    await scan(reference);
    await says('0 counted.');
    await page.keyboard.type('PI');
    await page.keyboard.press('F10');
    const dialog = page.getByRole('dialog', { name: /^Discard pallet 1 of / });
    await hasFocus(dialog.getByLabel('Why'));
    await scan('N');
    await page.waitForTimeout(200);
    expect(await dialog.getByLabel('Why').inputValue()).toBe('N');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await scan('PIN');
    await says('1 counted.');
    await page.keyboard.press('F10');
    await dialog.getByLabel('Why').fill('Opened by mistake');
    await lookAt('receive-discard');
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await says('The receipt is discarded.');
    await signInAs(admin);
  });

  test('receiving: a lead teaches a code; after an error the keyboard stays in the dialog', async () => {
    const { page, open, lookAt, admin, signInAs } = portal();
    const at = await opened();
    const { reference } = await at.ordered();
    await signInAs(at.lead);
    await open('/receive');
    await page.getByRole('combobox', { name: 'Warehouse' }).selectOption(dock);
    await page.getByRole('list', { name: 'Expected orders' }).waitFor();
    await scan(reference);
    await says('0 counted.');
    await scan('20088881234567');
    await says('No item of');
    await page.keyboard.press('F8');
    const dialog = page.getByRole('dialog', { name: 'What is 20088881234567?' });
    const teach = dialog.getByRole('button', { name: 'Teach and count' });
    await teach.focus();
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('wrong check digit').waitFor();
    await hasFocus(teach);
    await lookAt('receive-teach-error');
    // The keys of the station wait, also where nothing has the focus.
    await teach.blur();
    await page.keyboard.press('F6');
    await scan('CAB');
    await page.waitForTimeout(200);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await page.locator('output[data-verdict]').textContent()).toContain('No item of');
    for (const key of ['F1', 'Control+k', '/']) await page.keyboard.press(key);
    await page.waitForTimeout(200);
    expect(await page.getByRole('dialog').count()).toBe(1);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await scan('CAB');
    await says('1 counted.');
    await scan('20088881234565');
    await says('No item of');
    await page.keyboard.press('F8');
    // A scan into the dialog chooses no other item, counts no units, and teaches nothing.
    const item = page.getByLabel('Item', { exact: true });
    await item.waitFor();
    const chosen = await item.inputValue();
    for (const field of [item, page.getByLabel('Units that it counts')]) {
      await field.focus();
      await scan('CAB');
      await page.getByRole('dialog').getByText('The scan was not counted').waitFor();
      expect([await item.inputValue(), await page.getByLabel('Units that it counts').inputValue()]).toEqual([
        ...[chosen, '1'],
      ]);
    }
    await page.getByLabel('Units that it counts').fill('12');
    await page.getByRole('button', { name: 'Teach and count' }).click();
    await says('12 counted.');
    await page.keyboard.press('Escape');
    await signInAs(admin);
  });

  test('receiving: a transfer leaves and arrives by scans', async () => {
    const { server, page, open, admin, signInAs } = portal();
    const winery = await openTransferWinery(server);
    const reference = await winery.transferred({}, [{ ItemNo: 'WINE-1', ItemQuantity: 2 }]);
    const bin = { Warehouse: 'APC01', Location: 'DOCK-1' };
    await admin.call('Locations/Set', { ...bin, WalkOrder: 1, Kind: 'reserve' });
    await admin.call('Locations/SetContent', { ...bin, CustomerNo: winery.customerNo, ItemNo: 'WINE-1', Quantity: 50 });
    const [sender, receiver] = [
      await signedIn(server, 'floor', { warehouses: ['APC01'] }),
      await signedIn(server, 'floor', { warehouses: ['SJU01'] }),
    ];
    await signInAs(sender);
    await open('/receive');
    await page.getByRole('list', { name: 'Expected orders' }).waitFor();
    await scan(reference);
    await says('departs. Scan the bin, then what leaves.');
    await page.getByText('2 to leave · in DOCK-1').waitFor();
    await scan('DOCK-1');
    await says('From DOCK-1. Scan what leaves.');
    await scan('WINE-1');
    await says('1 left.');
    await page.getByText('1 × WINE-1 from DOCK-1').waitFor();
    await page.keyboard.press('F7');
    await page.getByText('· from DOCK-1').waitFor({ state: 'detached' });
    await scan('WINE-1');
    await says('0 left.');
    await scan('WINE-1');
    await says('One too many');
    // Of the bottles that were scanned one breaks, and there is no other.
    await winery.broken(99);
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Put the surplus bottles back.').waitFor();
    await dialog.getByText('1 too many: ').waitFor();
    await dialog.getByRole('button', { name: 'Ship what is there' }).click();
    await says('is IN TRANSIT. Put back 1 × WINE-1: ');
    await signInAs(receiver);
    await open('/receive');
    await page.getByRole('list', { name: 'Expected orders' }).waitFor();
    await scan(reference);
    await says('0 counted.');
    await scan('WINE-1');
    await says('1 counted.');
    await page.keyboard.press('F2');
    await says('is RECEIVED.');
    await signInAs(admin);
  });
}
