/** Release and waves, by keys alone: what waits is previewed, released, printed, and taken back. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { catchUpOrderIndex } from '../../../src/order-index/index.ts';
import { mustSucceed, openFloor, worked } from '../../support/floor.ts';
import { inDays } from '../../support/held-orders.ts';
import { once } from '../once.ts';
import { hasFocus, type PortalUnderTest, patience, personsPace } from '../portal-under-test.ts';

type Box = Awaited<ReturnType<Locator['boundingBox']>>;
const endOf = (box: Box): number => (box === null ? Number.NaN : box.x + box.width);

export function releaseWalks(portal: () => PortalUnderTest): void {
  const openedFloor = once(() => openFloor(portal().server));
  const focused = () => portal().page.evaluate(`document.activeElement?.textContent?.trim()`);
  /** Moves the focus by Tab to a button or link with this text. */
  const tabTo = async (text: string): Promise<void> => {
    for (let steps = 0; steps < 60 && (await focused()) !== text; steps += 1) await portal().page.keyboard.press('Tab');
    expect(await focused()).toBe(text);
  };

  test('release: a lead sees what waits as waves, and releases two of them', async () => {
    const { page, open, heading, rows, server, signInAs, lookAt, lookAtPage } = portal();
    const floor = await openedFloor();
    const winery = await floor.winery();
    const pair = { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2 }] };
    for (let n = 0; n < 3; n += 1) await winery.waiting(pair);
    await winery.waiting({ ShipmentInfo: { IcePack: 1, ShippingCarrier: 'UPS' } });
    const cold = await winery.waiting({ ShipmentInfo: { IcePack: 1, ShippingCarrier: 'UPS' } });
    await winery.waiting({ ShipmentInfo: { RequestedShipmentDate: inDays(20) } });
    await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-3', ItemQuantity: 4 }] });
    await catchUpOrderIndex(server.environment.db);
    await signInAs(floor.lead);
    await open('/overview');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Release' }).waitFor();
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('f');
    await heading('Release').waitFor();
    // Without a day, orders of later days are left out.
    await open(`/release?warehouse=${worked}&customers=${winery.customerNo}`);
    await page.getByText('5 orders waiting').waitFor();
    const later = Temporal.Now.plainDateISO().add({ days: 30 });
    await open(`/release?warehouse=${worked}&customers=${winery.customerNo}&by=${later}`);
    await page.getByText('6 orders waiting').waitFor();
    const waves = page.getByRole('table', { name: 'Waves to release' });
    await expect.poll(() => waves.locator('tbody tr').count(), patience).toBe(2);
    await page.getByText('Short of stock: 4 bottles').waitFor();
    const short = await page.getByRole('link', { name: /Short of stock: 4 bottles/ }).getAttribute('href');
    expect(short).toContain(`customers=${winery.customerNo}`);
    await page.getByRole('table', { name: 'Orders that would stay' }).getByText('ship date is in the future').waitFor();
    // All filters and the button that clears them are in one row, beside a scrollbar of the page too.
    const bar = page.getByRole('search');
    const [filter, clear] = [bar.getByLabel('Warehouse').first(), bar.getByRole('button', { name: 'Clear' })];
    expect((await clear.boundingBox())?.y).toBeCloseTo((await filter.boundingBox())?.y ?? 0, -1);
    expect(endOf(await clear.boundingBox())).toBeLessThan(endOf(await bar.boundingBox()) - 15);
    await lookAtPage('release-waiting');
    // The first wave leaves while the page is open.
    await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: cold.reference });
    await catchUpOrderIndex(server.environment.db);
    await page.getByText('5 orders waiting').waitFor();
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('2 waves marked').waitFor();
    await tabTo('Release…');
    await page.keyboard.down('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('4 orders with 7 bottles.').waitFor();
    await expect.poll(focused, patience).toBe('Release 4 orders');
    // The key that opened the dialog is still held down.
    for (let repeated = 0; repeated < 3; repeated += 1) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await lookAt('release-waves');
    await expect.poll(focused, patience).toBe('Release 4 orders');
    await dialog.getByText('4 orders with 7 bottles.').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByText('4 orders released.').waitFor();
    expect(await dialog.getByRole('link', { name: /^Wave \d+$/ }).count()).toBe(4);
    await lookAt('release-released');
    await expect.poll(focused, patience).toBe('Done');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing can be released').or(page.getByText('No order that waits matches')).waitFor();
    await rows(1);
  });

  test('release: where no warehouse is worked, an administrator is led to the warehouses', async () => {
    const { page, open, follow, heading, lookAt, admin, signInAs } = portal();
    const floor = await openedFloor();
    await page.route('**/api/Warehouses/List', async (route) => {
      const response = await route.fetch();
      const { Records, ...more } = await response.json();
      const automatic = Records.map((each: object) => ({ ...each, Floor: 'automatic' }));
      await route.fulfill({ response, json: { ...more, Records: automatic } });
    });
    await signInAs(floor.lead);
    await open('/release');
    await page.getByText('An administrator changes one under Warehouses.').waitFor();
    await signInAs(admin);
    await open('/release');
    await page.getByText('No warehouse is worked by people').waitFor();
    await lookAt('release-none-worked');
    await follow('/counts');
    await page.getByText('Change one to “worked by people” to count its bins here.').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Warehouses' }).click();
    await heading('Warehouses').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('waves: a pick list is printed, an order is taken back, and progress is live', async () => {
    const { page, open, heading, signInAs, lookAt, lookAtPage } = portal();
    const floor = await openedFloor();
    const winery = await floor.winery();
    // One item in two bins, of which the first has 4 of 6 bottles, and one without a bin, which is found by name.
    for (const [Location, WalkOrder, Quantity] of [
      ['LIST-09', 901, 4],
      ['LIST-10', 902, 50],
    ] as const) {
      const bin = { Warehouse: worked, Location };
      mustSucceed(await floor.lead.call('Locations/Set', { ...bin, WalkOrder }));
      const content = { ...bin, CustomerNo: winery.customerNo, ItemNo: 'WINE-1', Quantity };
      mustSucceed(await floor.lead.call('Locations/SetContent', content));
    }
    const longWine = '2022 Cabernet Sauvignon Reserve, Hillside Block 7, unfiltered, signed by the winemaker';
    const describe = 'update skus set description = $2 where customer_no = $1 and item_no = $3';
    await portal().server.environment.db.rows(describe, [winery.customerNo, longWine, 'WINE-2']);
    const references: string[] = [];
    for (const ItemQuantity of [2, 2, 2]) {
      const items = [
        { ItemNo: 'WINE-1', ItemQuantity },
        { ItemNo: 'WINE-2', ItemQuantity: 1 },
      ];
      references.push((await winery.waiting({ ItemsInfo: items })).reference);
    }
    const released = await floor.release(winery, ...references);
    const { Wave } = await floor.led('Wave', { Wave: released.Wave });
    await signInAs(floor.lead);
    await open('/overview');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Waves' }).waitFor();
    await page.keyboard.press('g', personsPace);
    await page.keyboard.press('v');
    await heading('Waves').waitFor();
    const listed = page.getByRole('table', { name: 'Waves' });
    const wave = listed.locator('tbody tr', { hasText: `Wave ${Wave.Number}` });
    await wave.getByText('3 to pick').waitFor();
    await lookAtPage('waves-released');
    await wave.getByRole('link').focus();
    await page.keyboard.press('Enter');
    const picks = page.getByRole('table', { name: 'Pick list' });
    await picks.getByText('WINE-1', { exact: true }).first().waitFor();
    const walk = async () => {
      const rows = await picks.locator('tbody tr').allInnerTexts();
      return rows
        .map((row) => row.split('\t').map((text) => text.trim()))
        .map((cells) => [cells[0], cells[1], cells.at(-1)]);
    };
    // In walk order, what has no bin at the end.
    expect(await walk()).toEqual([
      ['LIST-09', 'WINE-1', '4'],
      ['LIST-10', 'WINE-1', '2'],
      ['By name', 'WINE-2', '3'],
    ]);
    await lookAtPage('wave');
    // On paper: the pick list, and nothing around it.
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 720, height: 960 });
    expect(await picks.isVisible()).toBe(true);
    for (const hidden of [page.getByRole('navigation'), page.getByRole('table', { name: 'Orders of the wave' })]) {
      expect(await hidden.first().isVisible()).toBe(false);
    }
    // However long a name is, all of it is on paper.
    const isCut = await picks.locator('td', { hasText: longWine }).evaluate((cell) => {
      const { scrollWidth, clientWidth } = cell as unknown as { scrollWidth: number; clientWidth: number };
      return scrollWidth > clientWidth;
    });
    expect(isCut).toBe(false);
    // Short codes stay in one line.
    expect((await picks.locator('tbody tr').first().boundingBox())?.height).toBeLessThan(40);
    await portal().keepPicture('wave-printed');
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await tabTo('Print pick list');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title(), patience).toBe('printed');

    const orders = page.getByRole('table', { name: 'Orders of the wave' });
    const orderNo = (await orders.locator('tbody a').first().textContent()) ?? '';
    await floor.pack('OpenPacking', { Scan: orderNo });
    // What others do appears by itself.
    await orders.getByText(floor.packer.operator.email).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    await page.getByText('1 order marked').waitFor();
    await tabTo('Take back…');
    await page.keyboard.press('Enter');
    await hasFocus(page.getByRole('dialog').getByLabel('Why'));
    await page.keyboard.type('The winery asked for it');
    await lookAt('wave-take-back');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText('is open again').waitFor();
    await expect.poll(focused, patience).toBe('Done');
    await page.keyboard.press('Enter');
    await orders.getByText('stopped').waitFor();
    await expect.poll(walk, patience).toEqual([
      ['LIST-09', 'WINE-1', '4'],
      ['By name', 'WINE-2', '2'],
    ]);
  });
}
