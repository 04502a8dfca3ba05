/** ItemCodes/Remove: takes a code from one item, and records what it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { givenItems } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let lead: OperatorClient;
let customerNo: string;
beforeAll(async () => {
  server = await openTestServer();
  lead = await signedIn(server, 'lead');
  ({ customerNo } = await server.customer());
  await givenItems(server.environment.db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
});
afterAll(() => server.close());

test('200 removes the code of this item only', async () => {
  const code = { CustomerNo: customerNo, Code: '5901234123457' };
  await lead.call('ItemCodes/Set', { ...code, ItemNo: 'CAB' });
  const { body: saved } = await lead.call('ItemCodes/Set', { ...code, ItemNo: 'PIN', Units: 6 });
  const { status, body } = await lead.call('ItemCodes/Remove', { ...code, ItemNo: 'PIN' });
  expect([status, body]).toEqual([200, saved]);
  const { body: left } = await lead.call('ItemCodes/List', { Customers: [customerNo] });
  expect(left).toMatchObject({ Count: 1, Records: [{ ItemNo: 'CAB' }] });
  expect(await lastAudit(server, 'ItemCodes/Remove')).toMatchObject({
    action: 'item_code.removed',
    subject: 'PIN',
    for_customer: customerNo,
    before: { Code: '05901234123457', Units: 6 },
    after: null,
  });
  expect((await lead.call('ItemCodes/Remove', { ...code, ItemNo: 'PIN' })).status).toBe(404);
});

test('200 removes a GS1 barcode that was set as a whole, before the GTIN of such was read', async () => {
  const [text, gtin] = ['011061414100041510LOT-8', '10614141000415'];
  const set = async (units: number) =>
    await lead.call('ItemCodes/Set', { CustomerNo: customerNo, ItemNo: 'PIN', Code: text, Units: units });
  await server.environment.db.rows(
    `insert into item_codes (customer_no, item_no, code, units) values ($1, 'PIN', $2, 12)`,
    [customerNo, text],
  );
  expect((await set(6)).body).toMatchObject({ Code: gtin });
  const listed = async () =>
    (await lead.call('ItemCodes/List', { Customers: [customerNo], Code: text })).body.Records.map(
      ({ Code }: { Code: string }) => Code,
    );
  expect(await listed()).toEqual([text, gtin]);
  for (const left of [[gtin], []]) {
    expect((await lead.call('ItemCodes/Remove', { CustomerNo: customerNo, ItemNo: 'PIN', Code: text })).status).toBe(
      200,
    );
    expect(await listed()).toEqual(left);
  }
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await lead.call('ItemCodes/Remove', { CustomerNo: customerNo, ItemNo: 'PIN', Code: '' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Code']);
});

test('403 for a code that a colleague has changed meanwhile: it stays', async () => {
  const key = { CustomerNo: customerNo, ItemNo: 'PIN', Code: 'RACK-1' };
  const listed = async () => (await lead.call('ItemCodes/List', { Customers: [customerNo], Code: 'RACK-1' })).body;
  await lead.call('ItemCodes/Set', { ...key, Units: 6 });
  const [read] = (await listed()).Records;
  await lead.call('ItemCodes/Set', { ...key, Units: 12 });
  const late = await lead.call('ItemCodes/Remove', { ...key, ExpectedVersion: read.Version });
  expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
  expect(late.body.Reason).toContain(`The code RACK-1 of PIN was changed by ${lead.operator.email} on `);
  const [now] = (await listed()).Records;
  expect(now).toMatchObject({ Units: 12 });
  expect((await lead.call('ItemCodes/Remove', { ...key, ExpectedVersion: now.Version })).status).toBe(200);
});

test('404 where the item has no such code', async () => {
  const request = { CustomerNo: customerNo, ItemNo: 'PIN', Code: 'NONE' };
  expect((await lead.call('ItemCodes/Remove', request)).status).toBe(404);
});
