/** The close of day, and a whole day of shipping in the test environment. */
import { expect, test } from 'vitest';
import { shipPackages } from '../../../src/warehouse/index.ts';
import { boxSize, type Floor, mustSucceed, openFloor, scanOf, worked } from '../../support/floor.ts';
import { expectLedgerConsistent } from '../../support/ledger.ts';
import { signedIn } from '../../support/operator.ts';
import { bottle } from '../../support/return-station.ts';
import type { TestServer } from '../../support/server.ts';
import { isPrinted } from '../day-keys.ts';
import { seesAllLooks } from '../extent.ts';
import { type PortalUnderTest, patience } from '../portal-under-test.ts';
import { walkShippingDay } from '../shipping-day.ts';

const ownWarehouse = 'MMC01';

/** A shipped order of two boxes: the first one, with a bottle, has left; the other one, with `bottles`, stayed behind. */
async function withBoxLeftBehind(server: TestServer, floor: Floor, bottles: number) {
  const winery = await floor.winery();
  const { customerNo } = winery;
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: bottles + 1 }];
  const { orderNo, reference } = await winery.waiting({ ItemsInfo });
  await floor.release(winery, reference);
  const { Session } = await floor.packInto(orderNo, ['WINE-1']);
  for (let nth = 0; nth < bottles; nth += 1) await floor.pack('ScanBottle', scanOf(Session, 'WINE-1'));
  await floor.pack('FinishBox', { Session, Box: 2, WeightLb: 7.4, ...boxSize });
  const [, { TrackingNumber: left }] = (await floor.pack('BuyLabels', { Session })).Boxes;
  const { db } = server.environment;
  const [taken] = await db.rows<{ id: string }>(
    'select package_id as id from packages where customer_no = $1 and order_id = $2 order by package_no limit 1',
    [customerNo, reference],
  );
  const departure = { customerNo, at: Temporal.Now.instant(), orderIds: [reference] };
  await db.write((tx) => shipPackages(tx, { ...departure, leaving: new Set([taken?.id ?? '']) }));
  return { winery, orderNo, reference, left: left as string };
}

export function shippingWalks(portal: () => PortalUnderTest): void {
  // production-day.test.ts walks it in production.
  if (seesAllLooks)
    test('shipping: from the release to the departure, by keys and scans alone', async () => {
      const { server } = portal();
      // A warehouse of its own: whatever waits there is released.
      const floor = await openFloor(server, ownWarehouse);
      await walkShippingDay(portal(), floor, ownWarehouse, async (step, orders, winery) => {
        if (step !== 'departed') return;
        for (const { reference } of orders) expect(await winery.statusOf(reference)).toBe('SHIPPED');
      });
      await expectLedgerConsistent(server.environment.db);
    });

  test('shipping: a lead prints the label of a box that stayed behind, and reports it lost, on the page of its order', async () => {
    const { page, open, heading, server, signInAs, lookAt, lookAtPage } = portal();
    const floor = await openFloor(server);
    const { winery, orderNo, reference, left } = await withBoxLeftBehind(server, floor, 1);
    await signInAs(floor.lead);
    await open(`/orders/${winery.customerNo}/${reference}`);
    await heading(orderNo).waitFor();
    const report = page.getByRole('button', { name: `Report lost ${left}` });
    await report.waitFor();
    await lookAtPage('order-with-box-left-behind');
    const print = page.getByRole('button', { name: /^Print label of box/ });
    expect(await print.count()).toBe(1);
    await print.click();
    await isPrinted(page, /^Label of box 2$/);
    await report.click();
    const dialog = page.getByRole('dialog', { name: `Report box ${left} lost` });
    await dialog.getByLabel('Note').fill('Not on the dock.');
    await lookAt('order-lost-box');
    await dialog.getByRole('button', { name: 'Report lost' }).click();
    await page.getByText(`Box ${left} of order ${orderNo} is reported lost with 1 unit.`).waitFor();
    await page.getByText('was reported lost with 1 unit: LOST. Not on the dock.').waitFor();
    await expect.poll(() => report.count(), patience).toBe(0);
    expect(await print.count()).toBe(0);
  });

  test('shipping: a lead says of a box that was opened for a return that the return has all of its bottles', async () => {
    const { page, open, heading, server, signInAs, lookAt } = portal();
    const floor = await openFloor(server);
    const { winery, orderNo, reference, left } = await withBoxLeftBehind(server, floor, 2);
    // One of them may be of the box that left.
    const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
    const returns = async (operation: string, body: object) =>
      mustSucceed(await floor.lead.call(`Returns/${operation}`, body));
    const announced = await returns('Announce', { ...order, Warehouse: worked });
    const key = { ...order, TransactionReferenceNumber: announced.TransactionReferenceNumber };
    await returns('Receive', { ...key, Warehouse: worked });
    for (let nth = 0; nth < 2; nth += 1) await returns('Scan', bottle(key, 'WINE-1'));
    await returns('Inspected', { ...key, Confirm: true });
    await signInAs(floor.lead);
    await open(`/orders/${winery.customerNo}/${reference}`);
    await heading(orderNo).waitFor();
    const report = page.getByRole('button', { name: `Report lost ${left}` });
    await report.click();
    const dialog = page.getByRole('dialog', { name: `Report bottles of box ${left} lost` });
    await dialog.getByLabel('The box was opened at the returns station').check();
    await lookAt('order-unpacked-box');
    await dialog.getByRole('button', { name: 'Report lost' }).click();
    await page.getByText(`Box ${left} of order ${orderNo} is canceled: a return has its bottles.`).waitFor();
    await expect.poll(() => report.count(), patience).toBe(0);
  });

  test('shipping: a lead reports a box lost that departed and that its carrier never scanned', async () => {
    const { page, open, heading, server, signInAs } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const { customerNo } = winery;
    const { orderNo, reference } = await winery.waiting();
    await floor.release(winery, reference);
    const [{ TrackingNumber: label }] = (await floor.label(orderNo, ['WINE-1'])).Boxes;
    const { db } = server.environment;
    await db.write((tx) => shipPackages(tx, { customerNo, at: Temporal.Now.instant(), orderIds: [reference] }));
    await signInAs(floor.lead);
    await open(`/orders/${customerNo}/${reference}`);
    await heading(orderNo).waitFor();
    const packages = page.getByRole('table', { name: 'Packages' });
    await packages.getByText('Shipped').waitFor();
    const report = page.getByRole('button', { name: `Report lost ${label}` });
    expect(await report.count()).toBe(0);
    await db.rows(
      "update packages set last_activity_at = now() - interval '97 hours' where customer_no = $1 and tracking_no = $2",
      [customerNo, label],
    );
    await open(`/orders/${customerNo}/${reference}`);
    await report.click();
    const dialog = page.getByRole('dialog', { name: `Report box ${label} lost` });
    await dialog.getByRole('button', { name: 'Report lost' }).click();
    await page.getByText(`Box ${label} of order ${orderNo} is reported lost with 1 unit.`).waitFor();
    await packages.getByText('Canceled').waitFor();
  });

  test('shipping: who works on the floor prints the label of a box of an order in work, also of will call; customer service cannot', async () => {
    const { page, open, heading, server, signInAs } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const order = await winery.waiting();
    const collected = await winery.waiting({
      ShipmentInfo: { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' },
    });
    await floor.release(winery, order.reference, collected.reference);
    const print = page.getByRole('button', { name: 'Print label of box 1' });
    await signInAs(floor.packer);
    for (const { orderNo, reference } of [order, collected]) {
      await floor.label(orderNo, ['WINE-1']);
      await open(`/orders/${winery.customerNo}/${reference}`);
      await heading(orderNo).waitFor();
      await print.click();
      await isPrinted(page, /^Label of box 1$/);
    }
    await signInAs(await signedIn(server, 'service'));
    await open(`/orders/${winery.customerNo}/${order.reference}`);
    await heading(order.orderNo).waitFor();
    await page.getByRole('table', { name: 'Packages' }).waitFor();
    expect(await print.count()).toBe(0);
  });

  test('shipping: a lead sees on the overview what people picked and packed today, by hour', async () => {
    const { page, open, server, signInAs, lookAtPage } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const order = await winery.waiting();
    await floor.release(winery, order.reference);
    await floor.label(order.orderNo, ['WINE-1']);
    // By two people from 8 AM to 3 PM at the warehouse; tomorrow too, as the day may end while this runs.
    const { db } = server.environment;
    const task = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0aa';
    await db.rows(
      `insert into pick_tasks (task_id, wave_id, warehouse, number, state, claim, picker_id, picker, claimed_until, finished_at)
       values ($1, $1, $2, 1, 'done', 1, $1, 'maria', now(), now())`,
      [task, worked],
    );
    await db.rows(
      `insert into pick_scans (customer_no, task_id, scan_id, kind, code, units, verdict, message, person, scanned_at)
       select $1, $2, gen_random_uuid(), 'item', 'WINE-1', (n * 7 + d) % 12, 'right', '', (array['maria.ortiz@warehouse.example', 'sam.lindqvist@warehouse.example'])[1 + n % 2],
              (date_trunc('day', now() at time zone w.time_zone) + d * interval '1 day' + interval '8 hours' + n * interval '5 minutes') at time zone w.time_zone
         from warehouses w, generate_series(0, 1) d, generate_series(0, 95) n where w.code = $3`,
      [winery.customerNo, task, worked],
    );
    await signInAs(floor.lead);
    await open(`/overview?warehouse=${worked}`);
    const table = page.getByRole('table', { name: 'Throughput today' });
    await table.getByText('maria.ortiz@warehouse.example').waitFor();
    await table.getByText('Bottles by hour, ').waitFor();
    const hours = await table.locator('tr', { hasText: 'maria.ortiz' }).getByRole('img').getAttribute('aria-label');
    expect(hours).toMatch(/^8 AM: \d+ bottles picked, 0 packed; 9 AM: .* 3 PM: \d+ bottles picked, 0 packed$/);
    await table.scrollIntoViewIfNeeded();
    await lookAtPage('overview-throughput');
    await signInAs(await signedIn(server, 'service'));
    await open('/overview');
    await page.getByRole('heading', { name: 'Needs a person' }).waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Orders' }).waitFor();
    expect(await table.count()).toBe(0);
  });

  test('shipping: what was on the floor of a warehouse before it became automatic leaves it', async () => {
    const { page, open, server, signInAs } = portal();
    const floor = await openFloor(server);
    const winery = await floor.winery();
    const order = await winery.waiting();
    const collected = await winery.waiting({
      ShipmentInfo: { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL' },
    });
    await floor.release(winery, order.reference, collected.reference);
    const { Boxes } = await floor.label(order.orderNo, ['WINE-1']);
    await floor.label(collected.orderNo, ['WINE-1']);
    await page.route('**/api/Warehouses/List', async (route) => {
      const response = await route.fetch();
      const { Records, ...more } = await response.json();
      const automatic = Records.map((each: object) => ({ ...each, Floor: 'automatic' }));
      await route.fulfill({ response, json: { ...more, Records: automatic } });
    });
    await signInAs(floor.lead);
    await open(`/close?warehouse=${worked}`);
    await page.getByText(Boxes[0].TrackingNumber).first().waitFor();
    await open(`/will-call?warehouse=${worked}`);
    await page.getByText(collected.orderNo).first().waitFor();
    await open('/close?warehouse=APC01');
    await page.getByText('No warehouse is worked by people').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('shipping: a long close of day shows its first rows, the forms of the carriers, and that there is more', async () => {
    const { page, open, server, signInAs, lookAt } = portal();
    const floor = await openFloor(server, ownWarehouse);
    const carrier = (Carrier: string, forms: readonly object[], missing: number, labeled = missing) => ({
      Carrier,
      InWork: 0,
      Labeled: labeled,
      Staged: 212,
      Manifested: 1_204,
      Boxes: 1_630,
      Manifest: crypto.randomUUID(),
      ScanForms: forms,
      Missing: Array.from({ length: missing }, (_, nth) => ({
        CustomerNo: `W${1001 + (nth % 40)}`,
        TransactionReferenceNumber: crypto.randomUUID(),
        OrderNo: `CBM-HOLIDAY-2026-${900_000 + nth}`,
        Box: 1 + (nth % 3),
        TrackingNumber: `94001000000000${String(nth).padStart(8, '0')}`,
      })),
    });
    const Message = 'The account is not enabled for end-of-day forms at this address.';
    // The simulated carriers make no forms: this is the day of carriers that do, larger than a page counts.
    await page.route('**/api/Floor/CloseOfDay', (route) =>
      route.fulfill({
        json: {
          Carriers: [
            carrier('UPS', [{ State: 'made', Boxes: 1_204, Message: '' }], 0),
            carrier('FEX', [{ State: 'pending', Boxes: 40, Message: 'HTTP 503' }], 1_000, 4_998),
            carrier('USPS', [{ State: 'refused', Boxes: 1, Message }], 2),
            // Its orders wait at the counter, without a box to stage.
            carrier('WIL', [], 0, 3),
          ],
          Problems: [
            {
              CustomerNo: 'W1001',
              CustomerName: 'Cedar Ridge Winery',
              TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ff',
              OrderNo: 'PROBLEM-1',
              Carrier: 'UPS',
              State: 'problem',
              Bottles: 9,
              Lines: 3,
              Packer: '',
              Note: 'Unable to verify address.',
              Aside: [
                { ItemNo: 'WINE-1', Units: 2, Unreserved: 0 },
                { ItemNo: 'WINE-2', Units: 4, Unreserved: 1 },
                { ItemNo: 'WINE-3', Units: 3, Unreserved: 3 },
              ],
            },
          ],
          More: true,
        },
      }),
    );
    await signInAs(floor.lead);
    await open('/close');
    const carriers = page.getByRole('table', { name: 'Carriers' });
    await carriers.getByText(`Refused: ${Message}`).waitFor();
    await page
      .getByText(
        'Stands aside: 2 × WINE-1, 4 × WINE-2 (1 not reserved), 3 × WINE-3 (not reserved). Take the order back to put away what it does not reserve.',
      )
      .waitFor();
    await carriers.getByText('Being made').waitFor();
    await carriers.getByText('Made', { exact: true }).waitFor();
    await page.getByText('orders with missing boxes and as many problems are listed').waitFor();
    const missing = carriers.locator('tbody td:nth-child(3)');
    expect(await missing.allTextContents()).toEqual(['0', '1,000+', '2', '0']);
    await page.getByText('1,002+ boxes not staged').waitFor();
    const boxes = page.getByRole('table', { name: 'Missing boxes' }).locator('tbody tr');
    expect(await boxes.count()).toBe(200);
    const order = boxes.first().getByRole('link', { name: 'CBM-HOLIDAY-2026-900000' });
    expect(await order.getAttribute('href')).toMatch(/\/orders\/W1001\/[\da-f-]{36}$/);
    await lookAt('close-long');
    await page.getByText('200 of 1,002 are shown').waitFor();
    await page.getByRole('button', { name: 'Show 200 more' }).press('Enter');
    await expect.poll(() => boxes.count(), patience).toBe(400);
    await page.route('**/api/Floor/Manifest', async (route) => {
      const packages = Array.from({ length: 200 }, (_, nth) => ({
        TrackingNumber: `94001000000000${String(nth).padStart(8, '0')}`,
        OrderNo: `CBM-${900_000 + nth}`,
        Box: 1,
        WeightLb: 41.25,
        City: 'Truth or Consequences',
        ZipCode: '87901',
      }));
      const Manifest = crypto.randomUUID();
      await route.fulfill({
        json: {
          Manifest,
          Number: 12,
          Carrier: 'UPS',
          Orders: 990,
          Boxes: 1_204,
          WeightLb: 9_120.5,
          Packages: packages,
          More: true,
          // No StayedBehind: so a server of the version before replies during an upgrade.
        },
      });
    });
    await page.getByRole('button', { name: 'Manifest UPS' }).click();
    const note = page.getByRole('dialog').getByText('The scan was not counted.');
    await page.getByRole('button', { name: 'Put on the manifest' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('1Z-STRAY\n');
    await note.waitFor();
    await page.getByRole('button', { name: 'Put on the manifest' }).click();
    await page.getByText('And 1,004 more boxes, which departing takes along.').waitFor();
    expect(await note.count()).toBe(0);
    await lookAt('manifest-more');
    await page.unrouteAll({ behavior: 'wait' });
    await page.route('**/api/Floor/ListWillCall', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), Next: 'later' } });
    });
    await open('/will-call');
    await page.getByText('There are more: only the oldest are listed').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  });

  test('shipping: a repeated manifest is one request, also when the list of manifests changes in between', async () => {
    const { page, open, server, signInAs, admin } = portal();
    const floor = await openFloor(server, ownWarehouse);
    const winery = await floor.winery();
    const order = await winery.waiting();
    const row = {
      Manifest: crypto.randomUUID(),
      Number: 12,
      Carrier: 'UPS',
      Orders: 1,
      DepartedAt: '',
      DepartedBy: '',
    };
    let manifests: readonly object[] = [row];
    await page.route('**/api/Floor/Manifests', (route) =>
      route.fulfill({ json: { Records: manifests, Count: manifests.length } }),
    );
    const counts = { InWork: 0, Labeled: 0, Staged: 1, Manifested: 0, Boxes: 1, Manifest: '' };
    await page.route('**/api/Floor/CloseOfDay', (route) =>
      route.fulfill({
        json: { Carriers: [{ Carrier: 'UPS', ...counts, ScanForms: [], Missing: [] }], Problems: [], More: false },
      }),
    );
    // The reply is lost, then the server may have made it and could not say so.
    const keys: (string | undefined)[] = [];
    const json = { Code: 'Unavailable', Reason: 'Try again later.' };
    await page.route('**/api/Floor/Manifest', async (route) => {
      keys.push((await route.request().allHeaders())['idempotency-key']);
      await (keys.length === 1 ? route.abort() : route.fulfill({ status: 503, json }));
    });
    try {
      await signInAs(floor.lead);
      await open('/close');
      await page.getByText('Live', { exact: true }).waitFor();
      const print = page.getByRole('button', { name: 'Print manifest 12' });
      await print.waitFor();
      await page.getByRole('button', { name: 'Manifest UPS' }).click();
      const put = page.getByRole('button', { name: 'Put on the manifest' });
      await put.click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      manifests = [];
      await floor.release(winery, order.reference);
      await page.locator('[aria-label="Print manifest 12"]').waitFor({ state: 'detached' });
      await put.click();
      await expect.poll(() => keys.length, patience).toBe(2);
      expect(keys[0]).toMatch(/./);
      expect(keys[1]).toBe(keys[0]);
      await page.getByRole('dialog').getByText(json.Reason).waitFor();
      await put.click();
      await expect.poll(() => keys.length, patience).toBe(3);
      expect(keys[2]).toBe(keys[0]);
    } finally {
      await page.unrouteAll({ behavior: 'wait' });
      await signInAs(admin);
    }
  });

  test('shipping: a floor user stages boxes at the close of day, and may do nothing else there', async () => {
    const { page, open, heading, server, signInAs } = portal();
    await openFloor(server, ownWarehouse);
    await signInAs(await signedIn(server, 'floor'));
    await open('/close');
    await heading('Close of day').waitFor();
    await page.getByLabel('Scan', { exact: true }).waitFor();
    await page
      .getByText('Nothing is on the floor')
      .or(page.getByRole('table', { name: 'Carriers' }))
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /^(Manifest|Depart)/ }).count()).toBe(0);
    const navigation = page.getByRole('navigation', { name: 'Pages' });
    expect(await navigation.getByRole('link', { name: 'Release' }).count()).toBe(0);
    await open('/release');
    await page.getByText('You may not open this page').waitFor();
  });
}
