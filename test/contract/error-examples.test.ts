/** Examples of errors in the OpenAPI document, which the mock returns (decision 2), are errors that their operations have. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import type { Operation } from '../../src/platform/http/operation.ts';
import { openClient } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
const anyone = { userKey: 'any', password: 'any', customerNo: 'any', accessToken: 'any' };

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const nameOf = ({ path }: Operation) => path.slice('/api/'.length);
const send = (operation: Operation, body: Json, headers?: Record<string, string>) =>
  openClient(`${server.url}/mock/v3`, anyone).call(nameOf(operation), body, headers);
const prefer = (operation: Operation, status: number) =>
  send(operation, operation.requestExample, { prefer: `code=${status}` });

/** The example of a request without a field, or with a value of a type that no field has. */
function broken(operation: Operation, field: string, code: string): Json {
  if (code === 'Required') return {};
  const { type } = operation.request.properties[field];
  return { ...(operation.requestExample as Json), [field]: type === 'string' ? {} : 'x' };
}

test.each(wineryOperations.map((each) => [nameOf(each), each] as const))('400 of %s', async (_, operation) => {
  const { body } = await prefer(operation, 400);
  const [fault] = body.Errors;
  if (fault === undefined) return expect(body.Code).toBe('MalformedJson');
  const { status, body: real } = await send(operation, broken(operation, fault.Field, fault.Code));
  expect(status).toBe(400);
  expect(real.Errors).toContainEqual(fault);
});

test.each<[string, number, Json]>([
  ['SalesOrder/CreateSalesOrder', 403, { Code: 'RightMissing' }],
  ['SalesOrder/UpdateSalesOrder', 403, { Code: 'StateForbids', State: 'PROCESSING ORDER' }],
  ['InventoryMovement/CreatePurchaseOrder', 403, { Code: 'RightMissing' }],
  ['InventoryMovement/CancelPurchaseOrder', 403, { Code: 'StateForbids', State: 'RECEIVED' }],
  ['InventoryMovement/UpdateTransferOrder', 403, { Code: 'StateForbids', State: 'CLOSED' }],
  ['SKU/CreateSKU', 403, { Code: 'RightMissing' }],
  ['SKU/RetireSku', 403, { Code: 'StateForbids', State: 'RETIRED' }],
  ['SalesOrder/CancelSalesOrder', 404, { Reason: 'The order does not exist.' }],
  ['SalesOrder/GetOrdersOnHold', 404, { Reason: 'No order is on hold.' }],
  ['Inventory/GetTransactions', 404, { Reason: 'No transaction matches.' }],
  ['InventoryMovement/UpdatePurchaseOrder', 404, { Reason: expect.stringContaining('purchase order') }],
  ['InventoryMovement/CancelTransferOrder', 404, { Reason: expect.stringContaining('transfer order') }],
  ['SKU/UpdateSKU', 404, { Reason: expect.stringContaining('item') }],
])('%s: %i is about what it names', async (name, status, expected) => {
  const operation = wineryOperations.find((each) => nameOf(each) === name) as Operation;
  expect(await prefer(operation, status)).toMatchObject({ status, body: expected });
});

test('300 lists several orders', async () => {
  const operation = wineryOperations.find((each) => nameOf(each) === 'SalesOrder/UpdateSalesOrder') as Operation;
  const { Candidates } = (await prefer(operation, 300)).body;
  expect(Candidates.length).toBe(2);
  expect(new Set(Candidates.map((each: Json) => each.TransactionReferenceNumber)).size).toBe(2);
});
