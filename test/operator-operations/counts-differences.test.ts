/** Counts/Differences: open counts with what the ledger had. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { exportedRows } from '../support/list-export.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

test('200 lists counts with their places, those to be approved first', async () => {
  const [agreed, differs] = [await bed.newLocation(), await bed.newLocation()];
  await bed.putAway(agreed, 'WINE-1', 10);
  await bed.putAway(differs, 'WINE-2', 10);
  await bed.person.call('Counts/Open', { Warehouse: warehouse, Location: agreed });
  await bed.count(bed.person, differs, [['WINE-2', 8]]);
  expect(await bed.differences('WINE-1')).toMatchObject([
    { State: 'open', Places: [{ Location: agreed, IsOpen: true }] },
  ]);
  const [recount] = await bed.differences('WINE-2');
  const place = { Location: differs, Counted: 8, Claimed: 10, Person: bed.person.operator.email, IsOpen: true };
  expect(recount).toMatchObject({ State: 'recount', Counted: 98, OnHand: 100, Difference: -2, Places: [place] });
  await bed.count(bed.other, differs, [['WINE-2', 8]]);
  const { body } = await bed.lead.call('Counts/Differences', { Warehouses: [warehouse] });
  expect(body.Records.map(({ ItemNo, State }: { ItemNo: string; State: string }) => [ItemNo, State])).toEqual([
    ['WINE-2', 'to approve'],
    ['WINE-1', 'open'],
  ]);
});

test('200 pages of many counts, each once, those to be approved on the first; their export has all', async () => {
  const { db } = bed.server.environment;
  await db.rows(
    `with opened as (
       insert into counts (customer_no, count_id, warehouse, status, opened_at)
       select $1, gen_random_uuid(), $2, 'OPEN', timestamptz '2026-11-01 08:00:00.123456Z' + n / 100 * interval '1 minute'
         from generate_series(1, 501) n returning customer_no, count_id)
     insert into count_lines (customer_no, count_id, warehouse, item_no, inventory_status, is_open, times_counted, counted, on_hand, is_confirmed)
     select customer_no, count_id, $2, 'MANY', 'GOOD-NO-TX', false, 1, 1, 2, row_number() over (order by count_id) > 498 from opened`,
    [bed.customerNo, warehouse],
  );
  const counts: string[] = [];
  const states: string[] = [];
  const pages: number[] = [];
  let After: string | undefined;
  do {
    const { body } = await bed.lead.call('Counts/Differences', { Warehouses: [warehouse], ...(After && { After }) });
    pages.push(body.Records.length);
    const many = body.Records.filter(({ ItemNo }: { ItemNo: string }) => ItemNo === 'MANY');
    counts.push(...many.map(({ Count }: { Count: string }) => Count));
    states.push(...many.map(({ State }: { State: string }) => State));
    After = body.Next;
  } while (After !== undefined);
  expect([pages.slice(0, 2), counts.length, new Set(counts).size]).toEqual([[200, 200], 501, 501]);
  expect(states.map((state) => state === 'to approve')).toEqual(Array.from(states, (_, index) => index < 3));
  const rows = await exportedRows(bed.server, bed.lead, 'Counts/Differences', { Warehouses: [warehouse] });
  expect(rows.filter(({ ItemNo }) => ItemNo === 'MANY')).toHaveLength(501);
});

test('400 for a list that is none, and a page of no list', async () => {
  expect((await bed.lead.call('Counts/Differences', { Warehouses: 'x' })).status).toBe(400);
  for (const After of ['x', 'open 2026-11-01T08:00:00Z W1 no-id GOOD-NO-TX ITEM']) {
    const { status, body } = await bed.lead.call('Counts/Differences', { After });
    expect([status, body.Errors[0].Field]).toEqual([400, 'After']);
  }
});
