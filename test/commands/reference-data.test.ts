/** `dray warehouse`, `cutoff`, `calendar`, `inventory-status`, `reason-code`, `shipper` and `packing-rule`: changes of the operator's settings. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { auditedCommands, auditOf } from '../support/audit.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { openWinery, sentOrder, type Winery } from '../support/winery.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let server: TestServer;
let production: TestDatabase;
let winery: Winery;

beforeAll(async () => {
  server = await openTestServer();
  production = await openTestDatabase();
  useDatabases(production, server.database);
  winery = await openWinery(server);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await production.drop();
});

const inTest = (...args: string[]) => dray(...args, '--environment', 'test');
const json = (...args: string[]) => drayJson(...args, '--environment', 'test');

test('warehouses are added by ZIP code, changed in parts, and removed when nothing is in them', async () => {
  const added = await json('warehouse', 'set', '--warehouse', 'SAC01', '--zip', '95814');
  const sacramento = { Warehouse: 'SAC01', City: 'Sacramento', State: 'CA', ZipCode: '95814' };
  expect(added).toEqual({
    ...sacramento,
    TimeZone: 'America/Los_Angeles',
    WorkingDays: [1, 2, 3, 4, 5],
    AcceptsReturns: true,
    Floor: 'automatic',
  });
  await json('warehouse', 'set', '--warehouse', 'SAC01', '--working-days', '2,3', '--accepts-returns', 'no');
  await json('warehouse', 'set', '--warehouse', 'SAC01', '--floor', 'worked');
  expect(await json('warehouse', 'list')).toContainEqual({
    ...added,
    WorkingDays: [2, 3],
    AcceptsReturns: false,
    Floor: 'worked',
  });
  await json('warehouse', 'set', '--warehouse', 'SAC01', '--floor', 'automatic');
  const parts = { ShipmentInfo: { ...sentOrder().ShipmentInfo, ServiceWarehouseLocation: 'SAC01' } };
  const accepted = () => winery.create(sentOrder(parts));
  await expect.poll(async () => (await accepted()).status, { timeout: 20_000, interval: 250 }).toBe(200);
  expect(await inTest('warehouse', 'remove', '--warehouse', 'SAC01')).toMatchObject({
    code: 1,
    refused: 'Warehouse SAC01 has stock, backorders or expected units: move or cancel them first.',
  });
  await json('warehouse', 'set', '--warehouse', 'SAC02', '--zip', '95814');
  const setDefault = (code: string) =>
    inTest('customer', 'update', '--customer', winery.customerNo, '--warehouse', code);
  expect(await setDefault('SAC02')).toMatchObject({ code: 0 });
  expect(await inTest('warehouse', 'remove', '--warehouse', 'SAC02')).toMatchObject({
    code: 1,
    refused: `Warehouse SAC02 is the default warehouse of winery ${winery.customerNo}: set another one for the winery first.`,
  });
  expect(await setDefault('APC01')).toMatchObject({ code: 0 });
  expect(await inTest('warehouse', 'remove', '--warehouse', 'SAC02')).toEqual({
    code: 0,
    out: 'warehouse SAC02 is removed\n',
  });
  expect(await inTest('warehouse', 'list')).toMatchObject({ out: expect.not.stringContaining('SAC02') });
  expect(await inTest('warehouse', 'set', '--warehouse', 'SAC03')).toMatchObject({ code: 2 });
  expect(await inTest('warehouse', 'set', '--warehouse', 'sac', '--zip', '95814')).toMatchObject({ code: 2 });
  expect(await inTest('warehouse', 'remove', '--warehouse', 'NONE')).toMatchObject({ code: 1 });
});

test('cutoffs', async () => {
  const ground = ['--warehouse', 'TWL01', '--carrier', 'FEX', '--service', 'GRND'];
  await json('cutoff', 'set', ...ground, '--time', '16:45');
  const listed = async () => await json('cutoff', 'list', '--warehouse', 'TWL01');
  const own = { Warehouse: 'TWL01', ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND', Cutoff: '16:45' };
  expect(await listed()).toContainEqual(own);
  await json('cutoff', 'remove', ...ground);
  expect(await listed()).not.toContainEqual(own);
  expect(await inTest('cutoff', 'remove', ...ground)).toMatchObject({ code: 1 });
  expect(await inTest('cutoff', 'set', ...ground, '--time', '25:00')).toMatchObject({ code: 2 });
  expect(await inTest('cutoff', 'list', '--warehouse', 'TWLO1')).toEqual({
    code: 1,
    refused: 'There is no warehouse "TWLO1": "dray warehouse list" shows them, in each environment its own.',
  });
});

test('holidays', async () => {
  expect(await inTest('calendar', 'set', '--day', '2027-03-31', '--name', 'Cesar Chavez Day')).toEqual({
    code: 0,
    out: '2027-03-31 is a holiday: Cesar Chavez Day\n',
  });
  const listed = () => json('calendar', 'list', '--year', '2027');
  expect(await listed()).toContainEqual({ Day: '2027-03-31', Name: 'Cesar Chavez Day' });
  await json('calendar', 'remove', '--day', '03/31/2027');
  expect(await listed()).toHaveLength(6);
  expect(await inTest('calendar', 'list', '--year', '1999')).toMatchObject({ out: 'there are no holidays in 1999\n' });
  expect(await inTest('calendar', 'list', '--year', '27')).toMatchObject({
    code: 2,
    refused: expect.stringContaining('It must be a year such as 2027'),
  });
  expect(await inTest('calendar', 'remove', '--day', '2027-03-31')).toEqual({
    code: 1,
    refused: '2027-03-31 is not a holiday.',
  });
});

test("inventory statuses: a customer's own, and descriptions of the interface's", async () => {
  const own = ['--customer', winery.customerNo, '--code', 'GOOD-EV-TX'];
  await json('inventory-status', 'set', ...own, '--description', 'For events', '--drawn-by-consumer-orders');
  expect(await json('inventory-status', 'list', '--customer', winery.customerNo)).toEqual([
    {
      CustomerNo: winery.customerNo,
      InventoryStatus: 'GOOD-EV-TX',
      Description: 'For events',
      DrawnByConsumerOrders: true,
      Bonded: false,
      Returned: false,
      Damaged: false,
    },
  ]);
  await json('inventory-status', 'set', '--code', 'GOOD-ST-EX', '--description', 'For export');
  expect(await inTest('inventory-status', 'list')).toMatchObject({
    out: expect.stringMatching(/\* +GOOD-ST-EX +For export +Bonded\n/),
  });
  await json('inventory-status', 'remove', ...own);
  expect(await inTest('inventory-status', 'remove', ...own)).toMatchObject({ code: 1 });
  expect(await inTest('inventory-status', 'remove', '--code', 'GOOD-NO-TX')).toMatchObject({ code: 2 });
  expect(await inTest('inventory-status', 'remove', '--code', 'RTGD-NO-TX')).toMatchObject({ code: 2 });
  expect(await inTest('inventory-status', 'set', '--code', 'MINE', '--description', 'x')).toMatchObject({
    code: 2,
    refused: expect.stringContaining('name the customer'),
  });
});

test('reason codes', async () => {
  const tasting = ['--code', 'TASTING', '--description', 'Poured in the tasting room', '--direction', 'out'];
  await json('reason-code', 'set', ...tasting);
  expect(await json('reason-code', 'list')).toContainEqual({
    ReasonCode: 'TASTING',
    UsedFor: 'adjustment',
    Direction: 'out',
    Description: 'Poured in the tasting room',
  });
  const adjust = { Warehouse: 'APC01', InventoryStatus: 'GOOD-NO-TX', ReasonCode: 'TASTING' };
  const poured = () =>
    winery.client.call('Simulation/AdjustInventory', { ...adjust, Items: [{ ItemNo: 'WINE-1', Quantity: -1 }] });
  expect((await poured()).status).toBe(200);
  await json('reason-code', 'remove', '--code', 'TASTING');
  expect((await poured()).status).toBe(400);
  expect(await inTest('reason-code', 'remove', '--code', 'COUNT')).toMatchObject({ code: 2 });
});

test('shippers and packing rules', async () => {
  const four = ['--code', 'S4', '--name', '4 bottles', '--bottles', '4', '--size', '16x16x6', '--empty-weight', '2.4'];
  const record = await json('shipper', 'set', ...four, '--inner-size', '15 x 15 x 5.5');
  expect(record).toEqual({
    Shipper: 'S4',
    Name: '4 bottles',
    ScanCode: 'BOX-S4',
    Format: 'standard',
    Bottles: 4,
    InnerLengthIn: 15,
    InnerWidthIn: 15,
    InnerHeightIn: 5.5,
    LengthIn: 16,
    WidthIn: 16,
    HeightIn: 6,
    EmptyWeightLb: 2.4,
    IcePacks: true,
    InUse: true,
  });
  expect(await json('shipper', 'list')).toContainEqual(record);
  expect(await inTest('shipper', 'set', ...four.slice(0, 6), '--size', '16x16', '--empty-weight', '2')).toMatchObject({
    code: 2,
    refused: '--size must be three sides: 16x10x6',
  });
  const napa = ['--warehouse', 'APC01', '--format', 'standard'];
  const rule = await json('packing-rule', 'set', ...napa, '--steps', '4:S4,12:S12');
  const Steps = [
    { UpTo: 4, Shipper: 'S4' },
    { UpTo: 12, Shipper: 'S12' },
  ];
  expect(rule).toEqual({ Warehouse: 'APC01', Format: 'standard', Steps });
  const before = await json('packing-rule', 'list');
  expect(before).toContainEqual(rule);
  // A variable of a script that is not set does not change the rule for all warehouses.
  expect(
    await inTest('packing-rule', 'set', '--warehouse', '', '--format', 'standard', '--steps', '12:S12'),
  ).toMatchObject({ code: 2, refused: expect.stringContaining('It must be the code of a warehouse') });
  expect(await json('packing-rule', 'list')).toEqual(before);
  expect(await json('packing-rule', 'remove', ...napa)).toEqual({ Warehouse: 'APC01', Format: 'standard' });
  expect(await auditedCommands(server, 'shipper', 'packing-rule')).toEqual([
    ...['dray packing-rule remove: packing_rule.removed', 'dray packing-rule set: packing_rule.set'],
    'dray shipper set: shipper.set',
  ]);
});

test('every change before is in the audit, with what it replaced', async () => {
  expect(await auditedCommands(server, 'warehouse', 'cutoff', 'calendar', 'inventory-status', 'reason-code')).toEqual([
    'dray calendar remove: holiday.removed',
    'dray calendar set: holiday.set',
    'dray cutoff remove: cutoff.removed',
    'dray cutoff set: cutoff.set',
    'dray inventory-status remove: inventory_status.removed',
    'dray inventory-status set: inventory_status.set',
    'dray reason-code remove: reason_code.removed',
    'dray reason-code set: reason_code.set',
    'dray warehouse remove: warehouse.removed',
    'dray warehouse set: warehouse.set',
  ]);
  expect((await auditOf(server, 'dray warehouse set'))[1]).toMatchObject({
    subject: 'SAC01',
    before: { WorkingDays: [1, 2, 3, 4, 5], AcceptsReturns: true },
    after: { WorkingDays: [2, 3], AcceptsReturns: false },
  });
});
