/** Transactions/Get: a request and its result. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 shows what was rejected and why, without names of people', async () => {
  const { customerNo, client } = await openWinery(server);
  const request = orderRequest({
    OrderInfo: { OrderNo: 'WRONG-1' },
    RecipientContactInfo: { FirstName: 'Unmistakable', Nickname: 'Una' },
    ItemsInfo: [{ ItemNo: 'NONE', ItemQuantity: 1 }],
  } as never);
  const { body: answer } = await client.call('SalesOrder/CreateSalesOrder', request);
  await server.environment.journal.flush();
  const key = { CustomerNo: customerNo, TransactionReferenceNumber: answer.TransactionReferenceNumber };
  const { status, body } = await service.call('Transactions/Get', key);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...key,
    CustomerName: `Winery ${customerNo}`,
    Operation: 'SalesOrder/CreateSalesOrder',
    IsRejected: true,
    Code: 'ValidationFailed',
    Document: 'WRONG-1',
    Reason: answer.Reason,
    Received: { OrderNo: 'WRONG-1' },
    Faults: [{ Field: 'ItemsInfo[0].ItemNo', Code: 'UnknownItem' }],
    IgnoredProperties: ['RecipientContactInfo.Nickname'],
    Entries: [{ Kind: 'request.rejected', Subject: answer.TransactionReferenceNumber }],
  });
  expect(JSON.stringify(body)).not.toMatch(/Unmistakable|"Una"/);
});

test('200 shows what a request changed', async () => {
  const { customerNo, client, order } = await openWinery(server);
  const { reference } = await order();
  const { body: canceled } = await client.call('SalesOrder/CancelSalesOrder', {
    TransactionReferenceNumber: reference,
  });
  const shown = async (TransactionReferenceNumber: string) =>
    (await service.call('Transactions/Get', { CustomerNo: customerNo, TransactionReferenceNumber })).body;
  expect(await shown(reference)).toMatchObject({
    IsRejected: false,
    Received: {},
    Faults: [],
    Entries: [{ Kind: 'sales_order.accepted', Subject: reference, Data: { status: 'RECEIVED' } }],
  });
  expect(await shown(canceled)).toMatchObject({
    Entries: [{ Kind: 'sales_order.canceled', Subject: reference, OccurredAt: expect.stringMatching(/Z$/) }],
  });
});

test('404 for a reference of another customer', async () => {
  const [winery, other] = [await openWinery(server), await openWinery(server)];
  const { reference } = await winery.order();
  const request = { CustomerNo: other.customerNo, TransactionReferenceNumber: reference };
  expect(await service.call('Transactions/Get', request)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
});

test('400 for a reference that is not one', async () => {
  const request = { CustomerNo: 'W1', TransactionReferenceNumber: 'x' };
  const { status, body } = await service.call('Transactions/Get', request);
  expect([status, body.Errors[0].Field]).toEqual([400, 'TransactionReferenceNumber']);
});
