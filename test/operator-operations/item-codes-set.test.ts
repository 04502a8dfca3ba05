/** ItemCodes/Set: codes of items for scans, normalized and with a right check digit. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { expectVersionGuard } from '../support/expected-version.ts';
import { type Floor, openFloor, scanOf } from '../support/floor.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let lead: OperatorClient;
let winery: Awaited<ReturnType<Floor['winery']>>;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  ({ lead } = floor);
  winery = await floor.winery();
});
afterAll(() => server.close());

const set = (fields: object) =>
  lead.call('ItemCodes/Set', { CustomerNo: winery.customerNo, ItemNo: 'WINE-1', ...fields });

test('200 a scan of the code counts its units', async () => {
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 14 }] });
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  expect(await floor.pack('ScanBottle', scanOf(Session, '10012345678902'))).toMatchObject({ Verdict: 'wrong' });
  const saved = { CustomerNo: winery.customerNo, ItemNo: 'WINE-1', Code: '10012345678902', Units: 12 };
  const { status, body } = await set({ Code: '1 00 12345 67890 2', Units: 12 });
  expect([status, body]).toEqual([200, saved]);
  expect(await floor.pack('ScanBottle', scanOf(Session, '10012345678902'))).toMatchObject({ Missing: 2 });
  await set({ Code: '4006381333931' });
  expect(await floor.pack('ScanBottle', scanOf(Session, '04006381333931'))).toMatchObject({ Missing: 1 });
});

test('200 a case code is read in the GS1 barcode that begins with it, whatever follows, and is set by it', async () => {
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 24 }] });
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  const { body } = await set({ Code: '(01) 1 0614141 00041 5 (10) LOT-7', Units: 6 });
  expect(body).toMatchObject({ Code: '10614141000415', Units: 6 });
  const missing = async (Code: string) => (await floor.pack('ScanBottle', scanOf(Session, Code))).Missing;
  expect(await missing('0110614141000415')).toBe(18);
  expect(await missing('011061414100041517270630' + '10LOT-8')).toBe(12);
  expect(await missing('10614141000415')).toBe(6);
  // Another check digit is no GTIN.
  expect(await missing('0110614141000416')).toBe(6);
  expect((await set({ Code: '0110614141000416', Units: 2 })).body).toMatchObject({ Code: '0110614141000416' });
  expect(await missing('0110614141000416')).toBe(4);
});

test('200 a label of digits with hyphens that was taught is read as it was taught', async () => {
  const order = await winery.waiting({ ItemsInfo: [{ ItemNo: 'WINE-2', ItemQuantity: 2 }] });
  await floor.release(winery, order.reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: order.orderNo });
  expect((await set({ ItemNo: 'WINE-2', Code: '7351-3537' })).status).toBe(200);
  expect(await floor.pack('ScanBottle', scanOf(Session, '7351-3537'))).toMatchObject({ Verdict: 'right' });
  expect(await floor.pack('ScanBottle', scanOf(Session, '73513537'))).toMatchObject({ Verdict: 'done' });
});

test('200 changes the units of a code, with both in the audit', async () => {
  await set({ Code: 'rack-7', Units: 2 });
  expect((await set({ Code: 'RACK-7' })).body).toMatchObject({ Code: 'RACK-7', Units: 1 });
  const entries = (await auditOf(server, 'ItemCodes/Set')).slice(-2);
  expect(entries).toMatchObject([
    {
      action: 'item_code.set',
      subject: 'WINE-1',
      for_customer: winery.customerNo,
      before: null,
      after: { Code: 'RACK-7', Units: 2 },
    },
    { before: { Code: 'RACK-7', Units: 2 }, after: { Code: 'RACK-7', Units: 1 } },
  ]);
});

test.each([
  ['UPC-A', '012345678905', '012345678906'],
  ['EAN-13', '5901234123457', '5901234123475'],
  ['EAN-8', '96385074', '96385075'],
  ['ITF-14', '15400141288763', '15400141288736'],
])('400 for a wrong check digit of %s', async (_, right, wrong) => {
  expect((await set({ Code: right })).body).toMatchObject({ Code: right.padStart(14, '0'), Units: 1 });
  const { status, body } = await set({ Code: wrong });
  expect([status, body.Errors]).toMatchObject([
    400,
    [{ Field: 'Code', Message: expect.stringContaining('check digit') }],
  ]);
});

test('400 names what is not possible', async () => {
  for (const [field, fields] of [
    ['Units', { Code: 'A', Units: 0 }],
    ['Code', { Code: '   ' }],
    ['Code', { Code: 'RACK 7' }],
    // The catalog has it, for one unit.
    ['Code', { Code: 'wine-1', Units: 12 }],
  ] as const) {
    const { status, body } = await set(fields);
    expect([status, body.Errors[0].Field]).toEqual([400, field]);
  }
});

test('403 for a packer', async () => {
  const packer = await signedIn(server, 'floor');
  const request = { CustomerNo: winery.customerNo, ItemNo: 'WINE-1', Code: 'RACK-8' };
  expect((await packer.call('ItemCodes/Set', request)).body.Code).toBe('RoleMissing');
});

test('404 where the customer has no such item', async () => {
  expect((await set({ ItemNo: 'NONE', Code: 'RACK-9' })).status).toBe(404);
});

test('403 for a version that is no longer the stored one: it says who changed it, and nothing changes', async () => {
  await expectVersionGuard(server, {
    set: 'ItemCodes/Set',
    remove: 'ItemCodes/Remove',
    list: 'ItemCodes/List',
    key: { CustomerNo: winery.customerNo, ItemNo: 'WINE-1', Code: 'GUARD-1' },
    contents: [{ Units: 2 }, { Units: 3 }, { Units: 4 }],
    filter: { Customers: [winery.customerNo] },
  });
});

test('403 for one of two people who add the same code at the same moment', async () => {
  for (let nth = 0; nth < 5; nth += 1) {
    const added = { Code: `SAME-MOMENT-${nth}`, ExpectedVersion: '' };
    const replies = await Promise.all([6, 12].map((Units) => set({ ...added, Units })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  }
});
