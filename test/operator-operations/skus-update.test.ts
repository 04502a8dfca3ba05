/** SKUs/Update: an admin changes the description and value of an item. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { givenItems } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let admin: OperatorClient;
let customerNo: string;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
  ({ customerNo } = await server.customer());
  await givenItems(server.environment.db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'OLD', retired: true }]);
});
afterAll(() => server.close());

test('200 changes what is given, with the values before in the audit and the changes of the item', async () => {
  const key = { CustomerNo: customerNo, ItemNo: 'PIN' };
  const { status, body } = await admin.call('SKUs/Update', { ...key, Value: '52.00' });
  expect([status, typeof body.TransactionReferenceNumber]).toEqual([200, 'string']);
  const { body: sku } = await admin.call('SKUs/Get', key);
  expect(sku).toMatchObject({ Description: 'Wine PIN', Value: '52.00' });
  const actor = `operator:${admin.operator.email}`;
  expect(sku.Timeline.at(-1)).toMatchObject({ Kind: 'sku.updated', Actor: actor, Text: 'Value was 20.' });
  const { body: audit } = await admin.call('Audit/List', { Customers: [customerNo] });
  expect(audit.Records).toMatchObject([
    {
      Action: 'sku.updated',
      Subject: 'PIN',
      Actor: actor,
      Reference: body.TransactionReferenceNumber,
      Before: { Value: '20' },
      After: { Value: '52.00' },
    },
  ]);
  await admin.call('SKUs/Update', { ...key, Description: 'Pinot Noir Estate', Value: '$1,052.00' });
  expect((await admin.call('SKUs/Get', key)).body).toMatchObject({
    Description: 'Pinot Noir Estate',
    Value: '1052.00',
  });
});

test('400 names a field that is not valid', async () => {
  const key = { CustomerNo: customerNo, ItemNo: 'PIN' };
  const refused = async (fields: object) => (await admin.call('SKUs/Update', { ...key, ...fields })).body.Errors;
  expect((await refused({ Value: '-1' })).map(({ Field }: Json) => Field)).toEqual(['Value']);
  expect((await refused({ Value: 'ninety' })).map(({ Code }: Json) => Code)).toEqual(['Format']);
  expect(await refused({})).toMatchObject([{ Code: 'NothingToChange' }]);
});

test('403 for a retired item', async () => {
  const request = { CustomerNo: customerNo, ItemNo: 'OLD', Value: '1' };
  const { status, body } = await admin.call('SKUs/Update', request);
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'RETIRED']);
});

test('403 for an item that another person has changed, until the change is read', async () => {
  const key = { CustomerNo: customerNo, ItemNo: 'PIN' };
  const { Version: ExpectedVersion } = (await admin.call('SKUs/Get', key)).body;
  const other = await signedIn(server, 'admin');
  expect((await other.call('SKUs/Update', { ...key, Value: '61', ExpectedVersion })).status).toBe(200);
  const late = { ...key, Value: '62' };
  const { status, body } = await admin.call('SKUs/Update', { ...late, ExpectedVersion });
  expect([status, body.Code, body.State]).toEqual([403, 'StateForbids', 'CHANGED']);
  expect(body.Reason).toContain(`The item PIN was changed by ${other.operator.email}`);
  const now = (await admin.call('SKUs/Get', key)).body;
  expect(now.Value).toBe('61.00');
  expect((await admin.call('SKUs/Update', { ...late, ExpectedVersion: now.Version })).status).toBe(200);
});

test('404 where the customer has no such item', async () => {
  const { status, body } = await admin.call('SKUs/Update', { CustomerNo: customerNo, ItemNo: 'NONE', Value: '1' });
  expect([status, body.Code]).toEqual([404, 'NotFound']);
});
