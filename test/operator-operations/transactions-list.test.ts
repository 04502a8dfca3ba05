/** Transactions/List: rejected requests of all customers, and all requests of one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWinery, type Winery } from '../support/held-orders.ts';
import { exportedRows } from '../support/list-export.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
let first: Requests;
let second: Requests;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
  first = await requestsOf(await openWinery(server));
  second = await requestsOf(await openWinery(server));
});
afterAll(() => server.close());

type Requests = Awaited<ReturnType<typeof requestsOf>>;

/** An order that is accepted and canceled, and two that are rejected. */
async function requestsOf({ customerNo, client, order }: Winery) {
  const { reference, orderNo } = await order();
  const canceled = await client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
  const rejected: string[] = [];
  for (const OrderNo of ['WRONG-1', 'WRONG-2']) {
    const request = orderRequest({ OrderInfo: { OrderNo }, ItemsInfo: [{ ItemNo: 'NONE', ItemQuantity: 1 }] });
    const { status, body } = await client.call('SalesOrder/CreateSalesOrder', request);
    expect(status).toBe(400);
    rejected.push(body.TransactionReferenceNumber);
    await server.environment.journal.flush();
  }
  return { customerNo, orderNo, reference, canceled: canceled.body as string, rejected };
}

const list = async (request: object) => (await service.call('Transactions/List', request)).body;
const referencesOf = (body: Json): string[] =>
  body.Records.map(({ TransactionReferenceNumber }: Json) => TransactionReferenceNumber);

test('200 lists rejected requests of all customers, newest first', async () => {
  const { status, body } = await service.call('Transactions/List');
  expect([status, body.Count, referencesOf(body)]).toEqual([
    200,
    4,
    [...second.rejected.toReversed(), ...first.rejected.toReversed()],
  ]);
  expect(body.Records[0]).toEqual({
    CustomerNo: second.customerNo,
    CustomerName: `Winery ${second.customerNo}`,
    TransactionReferenceNumber: second.rejected[1],
    At: expect.stringMatching(/Z$/),
    Operation: 'SalesOrder/CreateSalesOrder',
    Actor: expect.stringMatching(/^dru_/),
    IsRejected: true,
    Code: 'ValidationFailed',
    Reason: expect.stringContaining('NONE'),
    Kind: 'request.rejected',
    Document: 'WRONG-2',
  });
  for (const CustomerNo of [first.customerNo, first.customerNo.toLowerCase()]) {
    expect(referencesOf(await list({ CustomerNo }))).toEqual(first.rejected.toReversed());
  }
  const exported = await exportedRows(server, service, 'Transactions/List', {
    CustomerNo: first.customerNo.toLowerCase(),
  });
  expect(exported).toHaveLength(2);
});

test('200 lists all requests of a customer, each once', async () => {
  const body = await list({ CustomerNo: first.customerNo, Show: 'all' });
  const expected = [...first.rejected.toReversed(), first.canceled, first.reference];
  expect([referencesOf(body).slice(0, 4), body.Next, body.Count]).toEqual([expected, undefined, undefined]);
  expect(body.Records[3]).toMatchObject({
    Kind: 'sales_order.accepted',
    IsRejected: false,
    Code: '',
    Reason: '',
    Operation: 'SalesOrder/CreateSalesOrder',
    Document: first.orderNo,
  });
});

test('200 continues a page after its last request', async () => {
  const paged = async (request: object, Top: number): Promise<string[]> => {
    const seen: string[] = [];
    let After: string | undefined;
    do {
      const body = await list({ ...request, Top, ...(After && { After }) });
      seen.push(...referencesOf(body));
      After = body.Next;
    } while (After !== undefined);
    return seen;
  };
  expect(await paged({}, 3)).toEqual(referencesOf(await list({})));
  const ofOne = { CustomerNo: second.customerNo };
  expect(await paged(ofOne, 1)).toEqual(second.rejected.toReversed());
  const all = { ...ofOne, Show: 'all' };
  expect(await paged(all, 2)).toEqual(referencesOf(await list(all)));
});

test('200 finds a reference, and the requests of a user', async () => {
  for (const Text of [first.reference, first.canceled, first.rejected[0]]) {
    expect(referencesOf(await list({ Text }))).toEqual([Text]);
  }
  expect(referencesOf(await list({ Text: first.reference, CustomerNo: second.customerNo }))).toEqual([]);
  const [{ Actor }] = (await list({ CustomerNo: first.customerNo })).Records;
  expect(referencesOf(await list({ Text: ` ${Actor} ` }))).toEqual(first.rejected.toReversed());
  const all = { CustomerNo: first.customerNo, Show: 'all' };
  expect(referencesOf(await list({ ...all, Text: Actor }))).toContain(first.canceled);
  expect(referencesOf(await list({ ...all, Text: 'dru_none' }))).toEqual([]);
});

test('400 names a field that is not valid', async () => {
  const refused = async (request: object) => {
    const { status, body } = await service.call('Transactions/List', request);
    return [status, body.Errors.map(({ Field }: Json) => Field)];
  };
  expect(await refused({ Show: 'all' })).toEqual([400, ['CustomerNo']]);
  expect(await refused({ After: '17' })).toEqual([400, ['After']]);
  expect(await refused({ CustomerNo: 'W1', Show: 'all', After: 'x' })).toEqual([400, ['After']]);
});
