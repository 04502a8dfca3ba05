/** ItemCodes/Import: codes of items from a CSV file, all or nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type Floor, openFloor } from '../support/floor.ts';
import { signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let floor: Floor;
let winery: Awaited<ReturnType<Floor['winery']>>;
beforeAll(async () => {
  server = await openTestServer();
  floor = await openFloor(server);
  winery = await floor.winery();
});
afterAll(() => server.close());

const load = (lines: readonly string[], fields: object = {}) => {
  const Csv = ['item_no,code,units', ...lines, ''].join('\n');
  return floor.lead.call('ItemCodes/Import', { CustomerNo: winery.customerNo, Csv, ...fields });
};
const listed = async () =>
  (await floor.lead.call('ItemCodes/List', { Customers: [winery.customerNo] })).body.Records.map(
    ({ Code, Units }: { Code: string; Units: number }) => [Code, Units],
  );

test('200 a preview lists what changes and changes nothing; the import adds and changes codes, with an audit', async () => {
  const key = { CustomerNo: winery.customerNo, ItemNo: 'WINE-1' };
  await floor.lead.call('ItemCodes/Set', { ...key, Code: 'STAYS', Units: 2 });
  await floor.lead.call('ItemCodes/Set', { ...key, Code: 'RACK-1', Units: 6 });
  const lines = ['WINE-1,1 00 12345 67890 2,12', 'WINE-1,rack-1,24', 'WINE-2,RACK-1,'];
  const counts = { Codes: 3, New: 2, Changed: 1 };
  const before = await listed();
  expect(await load(lines, { Preview: true })).toMatchObject({
    status: 200,
    body: {
      ...counts,
      Changes: [
        { ItemNo: 'WINE-1', Code: '10012345678902', Units: 12 },
        { ItemNo: 'WINE-1', Code: 'RACK-1', Units: 24, Before: 6 },
        { ItemNo: 'WINE-2', Code: 'RACK-1', Units: 1 },
      ],
    },
  });
  expect(await listed()).toEqual(before);
  expect(await auditOf(server, 'ItemCodes/Import')).toEqual([]);
  expect(await load(lines)).toMatchObject({ status: 200, body: counts });
  expect(await listed()).toEqual([
    ['10012345678902', 12],
    ['RACK-1', 24],
    ['RACK-1', 1],
    ['STAYS', 2],
  ]);
  expect(await auditOf(server, 'ItemCodes/Import')).toMatchObject([
    { action: 'item_codes.imported', subject: winery.customerNo, for_customer: winery.customerNo, after: counts },
  ]);
  expect((await load(lines)).body).toEqual({ Codes: 3, New: 0, Changed: 0, Changes: [] });
});

test('400 names line and column of every fault, and imports nothing', async () => {
  const before = await listed();
  const messagesOf = async (lines: readonly string[]) => {
    const { status, body } = await load(lines);
    expect(status).toBe(400);
    return body.Errors.map(({ Message }: { Message: string }) => Message).join('\n');
  };
  const bad = await messagesOf(['WINE-1,GOOD-1,1', 'WINE-1,4006381333932,1', 'WINE-1,X,0', 'WINE-1,GOOD-1,2', ',Y,1']);
  for (const part of ['line 3, code', 'line 4, units', 'line 5, code: repeats line 2', 'line 6, item_no']) {
    expect(bad).toContain(part);
  }
  const unknown = await messagesOf(['WINE-1,GOOD-1,1', 'NONE,GOOD-1,1', 'WINE-1,wine-1,12']);
  for (const part of ['line 3, item_no', 'line 4, code: is the number']) expect(unknown).toContain(part);
  expect((await load([], { Csv: 'item,code\n' })).body.Errors).toMatchObject([{ Field: 'Csv' }]);
  expect(await listed()).toEqual(before);
});

test('403 for a packer', async () => {
  const packer = await signedIn(server, 'floor');
  const request = { CustomerNo: winery.customerNo, Csv: 'item_no,code\nWINE-1,RACK-8\n' };
  expect((await packer.call('ItemCodes/Import', request)).body.Code).toBe('RoleMissing');
});
