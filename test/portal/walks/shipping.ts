/** The close of day, and a whole day of shipping in the test environment. */
import { expect, test } from 'vitest';
import { openFloor, worked } from '../../support/floor.ts';
import { expectLedgerConsistent } from '../../support/ledger.ts';
import { signedIn } from '../../support/operator.ts';
import type { PortalUnderTest } from '../portal-under-test.ts';
import { walkShippingDay } from '../shipping-day.ts';

const ownWarehouse = 'MMC01';

export function shippingWalks(portal: () => PortalUnderTest): void {
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
