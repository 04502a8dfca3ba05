/** Inventory/ListChanges: adjustments, status changes, productions and approved counts, with who made them and why. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { type BinTestbed, openBins } from '../support/bins.ts';
import { givenItems } from '../support/catalog.ts';
import { warehouse } from '../support/locations.ts';

let bed: BinTestbed;
beforeAll(async () => {
  bed = await openBins();
});
afterAll(() => bed.server.close());

const changes = (request: object) =>
  bed.lead.call('Inventory/ListChanges', { Customers: [bed.customerNo], ...request });

test('200 lists what was done, newest first, with the reason and the person; previews and orders are no change', async () => {
  const { customerNo: CustomerNo, lead } = bed;
  await givenItems(bed.server.environment.db, CustomerNo, [{ itemNo: 'DUO' }]);
  const at = { CustomerNo, Warehouse: warehouse };
  const good = { ...at, InventoryStatus: 'GOOD-NO-TX' };
  const item = (Quantity: number) => [{ ItemNo: 'WINE-1', Quantity }];
  const adjusted = { ...good, ReasonCode: 'BROKEN', Items: item(-2) };
  for (const Preview of [true, false]) await lead.call('Inventory/Adjust', { ...adjusted, Preview });
  const statuses = { FromInventoryStatus: 'GOOD-NO-TX', ToInventoryStatus: 'DMGD-NO-TX' };
  await lead.call('Inventory/ChangeStatus', { ...at, ...statuses, ReasonCode: 'DAMAGED', Items: item(3) });
  const Components = ['WINE-1', 'WINE-2'].map((ItemNo) => ({ ItemNo, QuantityPerSet: 2 }));
  const produced = { ...good, ItemNo: 'DUO', Quantity: 5, Components, Note: 'Holiday sets' };
  expect((await lead.call('Inventory/Produce', produced)).status).toBe(200);
  const bin = await bed.newLocation();
  await bed.putAway(bin, 'WINE-2', 10);
  await bed.count(bed.person, bin, [['WINE-2', 9]]);
  await bed.count(bed.other, bin, [['WINE-2', 9]]);
  const [difference] = await bed.differences('WINE-2');
  await lead.call('Counts/Approve', { CustomerNo, Count: difference.Count });

  const { status, body } = await changes({});
  expect([status, body.Count]).toEqual([200, 4]);
  const [count, production, statusChange, adjustment] = body.Records;
  const by = { By: `operator:${lead.operator.email}`, CustomerNo, Warehouse: warehouse };
  expect(count).toMatchObject({
    ...by,
    Kind: 'count',
    ReasonCode: 'COUNT',
    Items: [{ ItemNo: 'WINE-2', Quantity: -1 }],
  });
  expect(production).toMatchObject({ ...by, Kind: 'production', ReasonCode: 'PRODUCTION', Note: 'Holiday sets' });
  expect(production.Items).toEqual([
    { ItemNo: 'DUO', Quantity: 5 },
    { ItemNo: 'WINE-1', Quantity: -10 },
    { ItemNo: 'WINE-2', Quantity: -10 },
  ]);
  expect(statusChange).toMatchObject({
    ...by,
    Kind: 'status change',
    ReasonCode: 'DAMAGED',
    Items: item(3),
    InventoryStatus: 'GOOD-NO-TX',
    ToInventoryStatus: 'DMGD-NO-TX',
  });
  expect(adjustment).toMatchObject({ ...by, Kind: 'adjustment', ReasonCode: 'BROKEN', Items: item(-2), Note: '' });

  const first = await changes({ Kinds: ['production', 'adjustment'], Top: 1 });
  const second = await changes({ Kinds: ['production', 'adjustment'], Top: 1, After: first.body.Next });
  expect([...first.body.Records, ...second.body.Records]).toEqual([production, adjustment]);
  expect((await changes({ To: '2020-01-01' })).body.Records).toEqual([]);
  // Without an offset it is a time of the operator's zone.
  const soon = Temporal.Now.zonedDateTimeISO(bed.server.environment.config.timeZone).add({ minutes: 2 });
  const To = soon.toPlainDateTime().toString({ smallestUnit: 'minute' });
  expect((await changes({ To })).body.Count).toBe(4);
  // In the hour that is repeated in autumn a range begins the first time and ends the second time.
  await bed.server.environment.db.rows(
    `insert into operator_audit (audit_id, reference, actor, operation, action, subject, for_customer)
     values (uuidv7($1::timestamptz - now()), $2, '', '', 'inventory.adjusted', '', $3)`,
    ['2025-11-02T09:30:00Z', uuidv7(), bed.customerNo],
  );
  expect((await changes({ From: '2025-11-02T01:15:00', To: '2025-11-02T01:45:00' })).body.Count).toBe(1);
});

test('400 for a kind that is none', async () => {
  expect((await changes({ Kinds: ['shipment'] })).status).toBe(400);
});

test('403 for people of the floor', async () => {
  expect((await bed.person.call('Inventory/ListChanges', {})).status).toBe(403);
});
