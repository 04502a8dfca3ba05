/**
 * A day of shipping at a worked warehouse, by keys and scans alone: two orders are released, picked, packed, staged, manifested, and depart. The same in
 * test and in production. A scanner types a code and Enter.
 */
import { expect } from 'vitest';
import { catchUpOrderIndex } from '../../src/order-index/index.ts';
import { type Floor, mustSucceed } from '../support/floor.ts';
import { dayKeys, isPrinted } from './day-keys.ts';
import { type PortalPages, patience } from './portal-under-test.ts';

export type DayPortal = Pick<PortalPages, 'page' | 'server' | 'signInAs' | 'open' | 'heading' | 'lookAt'>;

export type DayWinery = Awaited<ReturnType<Floor['winery']>>;

export interface DayOrder {
  readonly orderNo: string;
  readonly reference: string;
  readonly weightLb: number;
}

export type DayStep = 'waiting' | 'released' | 'picked' | 'packed' | 'staged' | 'departed';

/** Called after each step, with the orders that are as far. */
export type OnDayStep = (step: DayStep, orders: readonly DayOrder[], winery: DayWinery) => Promise<void>;

/** Two orders, of which the second stays behind with a missing box and departs afterwards. */
export async function walkShippingDay(
  { page, server, signInAs, open, heading, lookAt }: DayPortal,
  floor: Floor,
  warehouse: string,
  onStep: OnDayStep,
): Promise<void> {
  const { focused, tabTo, says, scan, goTo, start } = dayKeys({ page, open, heading });

  const winery = await floor.winery();
  const items = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
  const orders: DayOrder[] = [];
  for (const weightLb of [7.25, 8.5]) {
    orders.push({ ...(await winery.waiting({ ...items, ShipmentInfo: { IcePack: 1 } })), weightLb });
  }
  const [first, second] = orders as [DayOrder, DayOrder];
  const [bin, tote] = ['DAY-A-01', 'DAY-TOTE-1'];
  for (const [Location, Kind] of [
    [bin, 'pick'],
    [tote, 'tote'],
  ]) {
    mustSucceed(await floor.lead.call('Locations/Set', { Warehouse: warehouse, Location, Kind, WalkOrder: 1 }));
  }
  const content = {
    Warehouse: warehouse,
    Location: bin,
    CustomerNo: winery.customerNo,
    ItemNo: 'WINE-1',
    Quantity: 24,
  };
  mustSucceed(await floor.lead.call('Locations/SetContent', content));
  await catchUpOrderIndex(server.environment.db);
  await onStep('waiting', orders, winery);

  // A lead releases what waits.
  await signInAs(floor.lead);
  await start();
  await goTo('f', 'Release');
  const choice = page.getByRole('combobox', { name: 'Warehouse' });
  await expect.poll(() => choice.inputValue(), patience).not.toBe('');
  if ((await choice.inputValue()) !== warehouse) {
    await choice.focus();
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`${warehouse}\n`);
    await expect.poll(() => page.url(), patience).toContain(`warehouse=${warehouse}`);
  }
  await page.getByRole('table', { name: 'Waves to release' }).getByText('Ice pack').first().waitFor();
  await lookAt('day-release');
  await tabTo('Release all…');
  await page.keyboard.press('Enter');
  await expect.poll(focused, patience).toMatch(/^Release \d+ orders$/);
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog')
    .getByText(/orders released/)
    .waitFor();
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await onStep('released', orders, winery);
  await goTo('v', 'Waves');
  await page.getByRole('table', { name: 'Waves' }).getByText('2 to pick').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: 'Pick list' }).getByText('WINE-1', { exact: true }).waitFor();
  await lookAt('day-wave');
  const wave = /\d+/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[0] ?? '';

  // The floor picks the wave into a tote.
  await signInAs(floor.packer);
  await start();
  await goTo('j', 'Picking');
  await page.getByRole('button', { name: `Pick wave ${wave}` }).waitFor();
  await scan(wave);
  await page.getByRole('region', { name: 'Current stop' }).getByText(bin).waitFor();
  await scan(bin);
  await says('Take 4 ×');
  for (let bottles = 0; bottles < 4; bottles += 1) await scan('WINE-1');
  await says('Now scan the tote.');
  await lookAt('day-pick');
  await scan(tote);
  await says('Everything is picked.');
  await onStep('picked', orders, winery);

  // It packs each order: bottles, weight, label, and its staging.
  await start();
  await goTo('k', 'Packing station');
  await says('Scan an order');
  for (const order of orders) {
    await scan(order.orderNo);
    await page.getByRole('listitem', { name: 'WINE-1: 0 of 2', exact: true }).waitFor();
    await scan('WINE-1');
    await scan('WINE-1');
    await says('Complete. Weigh the box.');
    await expect
      .poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent?.trim()'), patience)
      .toBe('Weight, lb (F2)');
    if (order === first) await lookAt('day-pack');
    await page.keyboard.type(String(order.weightLb));
    await page.keyboard.press('Tab');
    await page.keyboard.type('16 x 10 x 6\n');
    await says('Labeled. Stick the label on, scan it, stage the box.');
    await onStep('packed', [order], winery);
    if (order === first) {
      await scan(await trackingNo(floor, order));
      await says('1 of 1 staged');
    }
    // The label of the second one is scanned at the close of day.
  }

  // At the close of day a box is missing; it is scanned, and all go on the manifest.
  await signInAs(floor.lead);
  await start();
  await goTo('x', 'Close of day');
  await page.getByRole('table', { name: 'Missing boxes' }).getByText(second.orderNo).waitFor();
  await lookAt('day-close');
  await scan('NO-SUCH-LABEL');
  await says('No box on the floor');
  await scan(await trackingNo(floor, second));
  await says('1 of 1 staged');
  await page.getByRole('table', { name: 'Missing boxes' }).getByText(second.orderNo).waitFor({ state: 'hidden' });
  await onStep('staged', orders, winery);
  await tabTo('Manifest…');
  await page.keyboard.press('Enter');
  await expect.poll(focused, patience).toBe('Put on the manifest');
  const dialog = page.getByRole('dialog');
  // A scan presses no button.
  await page.keyboard.type('NO-SUCH-LABEL\n');
  await dialog.getByText('The scan was not counted.').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText(/2 orders, 2 boxes, 15.75 lb/).waitFor();
  await lookAt('day-manifest');
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('Print manifest');
  await page.keyboard.press('Enter');
  await isPrinted(page, /^Manifest \d+$/);
  await expect.poll(focused, patience).toBe('Print manifest');
  await tabTo('Done');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });

  // The carrier does not take the second box: its order stays behind.
  await tabTo('Depart…');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Box that the carrier did not take').waitFor();
  await expect
    .poll(() => page.evaluate('document.activeElement?.labels?.[0]?.textContent?.trim()'), patience)
    .toBe('Box that the carrier did not take');
  // What is scanned while a departure is sent stays behind after it failed. The Enter of a scan does not send it again, and a wrong code is
  // removed.
  const isScanned = Promise.withResolvers<void>();
  await page.route(
    '**/Floor/Depart',
    async (route) => {
      await isScanned.promise;
      await route.abort();
    },
    { times: 1 },
  );
  await tabTo('Depart');
  await page.keyboard.press('Enter');
  await page.keyboard.type('NO-SUCH-LABEL\n');
  await dialog.getByText('not left out of it: NO-SUCH-LABEL').waitFor();
  isScanned.resolve();
  await dialog.getByRole('button', { name: 'Depart without 1 box' }).waitFor();
  const missing = await trackingNo(floor, second);
  // As a scanner writes that has no keys, with a tab at the end.
  await dialog.getByLabel('Box that the carrier did not take').focus();
  await page.keyboard.insertText(`${missing}\t`);
  await dialog.getByRole('button', { name: 'Depart without 2 boxes' }).waitFor();
  for (const code of ['NO-SUCH-LABEL', missing]) await dialog.getByRole('button', { name: `Remove ${code}` }).click();
  // A number without Enter counts too.
  await page.keyboard.type(missing);
  await dialog.getByRole('button', { name: 'Depart', exact: true }).click();
  await dialog.getByText('has departed with 1 order in 1 box. 1 order stayed behind.').waitFor();
  await dialog.getByRole('table', { name: 'Stayed behind' }).getByText(second.orderNo).waitFor();
  await lookAt('day-departed');
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('table', { name: 'Missing boxes' }).getByText(second.orderNo).waitFor();
  await onStep('departed', [first], winery);
  // Its manifest is printed again.
  const departed = page.getByRole('table', { name: 'Manifests' }).locator('tbody tr').first();
  await departed.getByText('Open').waitFor({ state: 'hidden' });
  await lookAt('day-manifests');
  await page.evaluate(`document.querySelector('iframe[title^="Manifest"]')?.remove()`);
  await tabTo('Print');
  await page.keyboard.press('Enter');
  await isPrinted(page, /^Manifest \d+$/);

  // It is found, and departs with the next manifest.
  await scan(await trackingNo(floor, second));
  await page.getByRole('table', { name: 'Missing boxes' }).waitFor({ state: 'hidden' });
  await tabTo('Manifest…');
  await page.keyboard.press('Enter');
  await expect.poll(focused, patience).toBe('Put on the manifest');
  await page.keyboard.press('Enter');
  await dialog.getByText(/1 order, 1 box, 8.5 lb/).waitFor();
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await tabTo('Depart…');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Box that the carrier did not take').waitFor();
  // The server cannot write the order at first.
  const Order = {
    CustomerNo: winery.customerNo,
    TransactionReferenceNumber: second.reference,
    OrderNo: second.orderNo,
  };
  const unwritten = { Order, Message: 'The order could not be written. Try again.', Retry: true };
  const json = { Manifest: { Number: 2, Orders: 0, Boxes: 0 }, StayedBehind: [unwritten] };
  await page.route('**/Floor/Depart', (route) => route.fulfill({ json }), { times: 1 });
  await tabTo('Depart');
  await page.keyboard.press('Enter');
  await dialog.getByText('has departed with 0 orders in 0 boxes. 1 order stayed behind.').waitFor();
  await lookAt('day-not-departed');
  await tabTo('Try again');
  await page.keyboard.press('Enter');
  await dialog.getByText('has departed with 1 order in 1 box.').waitFor();
  await expect.poll(focused, patience).toBe('Done');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing is on the floor').waitFor();
  await onStep('departed', orders, winery);
}

async function trackingNo(floor: Floor, { orderNo }: DayOrder): Promise<string> {
  const { Boxes } = await floor.pack('OpenPacking', { Scan: orderNo });
  return Boxes[0].TrackingNumber;
}
