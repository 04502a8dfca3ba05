/** UpdateSKU: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isUuid } from '../../src/lib/uuid.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const name = 'SKU/UpdateSKU';

const RequestorInfo = { FirstName: 'Sample', LastName: 'Requestor', EmailAddress: 'requestor@example.com' };

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function winery(rights: 'read' | 'write' = 'write') {
  const customer = await server.customer(rights);
  const { customerNo, client } = customer;
  const { db } = server.environment;
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }, { itemNo: 'OLD', retired: true }]);
  return {
    ...customer,
    update: (SKUInfo: object, more: object = {}, headers: Readonly<Record<string, string>> = {}) =>
      client.call(name, { RequestorInfo, SKUInfo, ...more }, headers),
    item: async (itemNo: string) => {
      const [row] = await db.rows<Record<string, unknown>>(
        'select sku_id, description, value, uom from skus where customer_no = $1 and item_no = $2',
        [customerNo, itemNo],
      );
      return row ?? {};
    },
    log: async () =>
      await db.rows<{ kind: string; subject: string; reference: string; data: object }>(
        `select kind, subject, reference, data from log where customer_no = $1 and kind like 'sku.%' order by seq`,
        [customerNo],
      ),
  };
}

test('200: updates both fields, returns its reference, stores the requestor separately, and logs the old values', async () => {
  const { update, item, log, customerNo } = await winery();
  const before = await item('PIN');
  const answer = await update({ ItemNo: 'PIN', ItemDescription: 'x'.repeat(255), Value: '52.50' });
  expect(answer.status).toBe(200);
  expect(isUuid(answer.body)).toBe(true);
  expect(await item('PIN')).toEqual({ ...before, description: 'x'.repeat(255), value: '52.50' });
  expect(await log()).toMatchObject([
    {
      kind: 'sku.updated',
      subject: before.sku_id,
      reference: answer.body,
      data: {
        itemNo: 'PIN',
        changed: ['SKUInfo.ItemDescription', 'SKUInfo.Value'],
        before: { description: 'Wine PIN', value: '20' },
      },
    },
  ]);
  expect(JSON.stringify(await log())).not.toMatch(/Sample|requestor@/);
  expect(
    await server.environment.db.rows('select reference, last_name from sku_requestors where customer_no = $1', [
      customerNo,
    ]),
  ).toEqual([{ reference: answer.body, last_name: 'Requestor' }]);
});

test('200: a part alone changes a part alone; null and an empty Value leave it; nothing at all is fine', async () => {
  const { update, item } = await winery();
  expect((await update({ ItemNo: 'PIN', ItemDescription: 'Pinot' })).status).toBe(200);
  expect(await item('PIN')).toMatchObject({ description: 'Pinot', value: '20' });
  expect((await update({ ItemNo: 'PIN', ItemDescription: null, Value: '0' })).status).toBe(200);
  expect((await update({ ItemNo: 'PIN', Value: '' })).status).toBe(200);
  expect((await update({ ItemNo: 'PIN' })).status).toBe(200);
  expect(await item('PIN')).toMatchObject({ description: 'Pinot', value: '0.00' });
});

test('200: queries return the new description; earlier movements keep the old one', async () => {
  const { update, customerNo, client } = await winery();
  await givenStock(server.environment.db, customerNo, [{ itemNo: 'PIN', quantity: 5 }]);
  await update({ ItemNo: 'PIN', ItemDescription: 'Pinot' });
  const status = await client.call('Inventory/GetStatus', { ItemNumbers: ['PIN'] });
  expect(status.body.WarehouseInventoryStatuses).toMatchObject([{ ItemDescription: 'Pinot' }]);
  const transactions = await client.call('Inventory/GetTransactions', {
    TransactionStartDateTime: '2020-01-01T00:00:00Z',
    TransactionType: 'Inventory Adjustment',
  });
  expect(transactions.body.InventoryTransactions).toMatchObject([{ ItemDescription: 'Wine PIN' }]);
});

test('200: many at once, of one item and of others', async () => {
  const { update, item, log } = await winery();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => update({ ItemNo: i % 3 ? 'PIN' : 'CAB', Value: '9' })),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(12);
  expect([(await item('PIN')).value, (await item('CAB')).value]).toEqual(['9.00', '9.00']);
  expect(await log()).toHaveLength(12);
});

test('200: the same Idempotency-Key applies it once', async () => {
  const { update, log } = await winery();
  const again = () => update({ ItemNo: 'PIN', Value: '30' }, {}, { 'idempotency-key': 'K-1' });
  const [first, second] = [await again(), await again()];
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(await log()).toHaveLength(1);
});

test.each([
  [{ RequestorInfo: null, SKUInfo: {} }, ['RequestorInfo Required', 'SKUInfo.ItemNo Required']],
  [
    {
      RequestorInfo: { FirstName: '', LastName: 'x'.repeat(61), EmailAddress: 'nobody', PhoneNumber: '123' },
      SKUInfo: { ItemNo: 'x'.repeat(31), ItemDescription: 'x'.repeat(256), Value: 'dear' },
    },
    [
      'RequestorInfo.EmailAddress Format',
      'RequestorInfo.FirstName MinLength',
      'RequestorInfo.LastName MaxLength',
      'RequestorInfo.PhoneNumber MinLength',
      'SKUInfo.ItemDescription MaxLength',
      'SKUInfo.ItemNo MaxLength',
      'SKUInfo.Value Format',
    ],
  ],
  [
    { RequestorInfo, SKUInfo: { ItemNo: 'PIN', ItemDescription: '', Value: '-1' } },
    ['SKUInfo.ItemDescription MinLength', 'SKUInfo.Value Minimum'],
  ],
])('400: %j', async (body, expected) => {
  const { client, item } = await winery();
  const answer = await client.call(name, body);
  expect(answer).toMatchObject({ status: 400, body: { Code: 'ValidationFailed' } });
  const faults = answer.body.Errors.map((fault: { Field: string; Code: string }) => `${fault.Field} ${fault.Code}`);
  expect(faults.toSorted()).toEqual(expected);
  expect(await item('PIN')).toMatchObject({ description: 'Wine PIN', value: '20' });
});

test('401: without credentials, and without the token', async () => {
  const { update, item, client } = await winery();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: 'W1' };
  expect((await update({ ItemNo: 'PIN', Value: '1' }, { Authentication })).status).toBe(401);
  const body = { RequestorInfo, SKUInfo: { ItemNo: 'PIN', Value: '1' } };
  expect(await client.call(name, body, { authorization: '' })).toMatchObject({ status: 401 });
  expect(await item('PIN')).toMatchObject({ value: '20' });
});

test('403: a retired item; a credential that may only read', async () => {
  const { update, item } = await winery();
  const answer = await update({ ItemNo: 'OLD', Value: '1' });
  expect(answer).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  expect(answer.body.Reason).toContain('retired');
  expect(await item('OLD')).toMatchObject({ value: '20' });
  const reader = await winery('read');
  expect((await reader.update({ ItemNo: 'PIN' })).body.Code).toBe('RightMissing');
});

test("404: an unknown item, and another customer's", async () => {
  const [mine, theirs] = [await winery(), await winery()];
  await givenItems(server.environment.db, theirs.customerNo, [{ itemNo: 'THEIRS' }]);
  for (const ItemNo of ['NONE', 'pin', 'THEIRS']) {
    expect(await mine.update({ ItemNo, Value: '1' })).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
});
