/** Orders/CorrectRecipient: customer service corrects the recipient of an open order. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { lastAudit } from '../support/audit.ts';
import { mustSucceed, openFloor } from '../support/floor.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { freshOrderNo, orderRequest } from '../support/orders.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

const correct = async (CustomerNo: string, TransactionReferenceNumber: string, RecipientContactInfo: object) =>
  await service.call('Orders/CorrectRecipient', { CustomerNo, TransactionReferenceNumber, RecipientContactInfo });

test('200 ends the hold of the packing station, and the order is released again; the audit has no address', async () => {
  const floor = await openFloor(server);
  const winery = await floor.winery();
  const { orderNo, reference } = await winery.waiting();
  await floor.release(winery, reference);
  const { Session } = await floor.pack('OpenPacking', { Scan: orderNo });
  const report = { Session, ScanId: uuidv7(), Kind: 'address', Note: 'No house number.' };
  await floor.pack('ReportProblem', report);
  const address = async (): Promise<string[]> =>
    mustSucceed(
      await service.call('Orders/Get', { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference }),
    ).Address;
  const [, ...rest] = await address();
  const { status, body } = await correct(winery.customerNo, reference, { Address: '7051 Oak Avenue' });
  expect([status, typeof body.TransactionReferenceNumber, body.HoldReasons]).toEqual([200, 'string', []]);
  expect(await address()).toEqual(['7051 Oak Avenue', ...rest]);
  expect(await winery.statusOf(reference)).toBe('RECEIVED');
  expect(await lastAudit(server, 'Orders/CorrectRecipient')).toMatchObject({
    action: 'order.recipient_corrected',
    subject: reference,
    for_customer: winery.customerNo,
    after: { Reference: body.TransactionReferenceNumber, Fields: ['Address'] },
  });
  await floor.release(winery, reference);
});

test('200 an order that a person holds stays on hold', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  await service.call('Holds/Place', { ...order, Reason: 'The winery calls back' });
  const { status, body } = await correct(winery.customerNo, reference, { FirstName: 'Robin' });
  expect([status, body.HoldReasons]).toEqual([200, ['Customer Service']]);
  expect(await winery.statusOf(reference)).toBe('ON CUSTOMER SERVICE HOLD');
});

test('200 with the hold that an address places which is not usable', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const { status, body } = await correct(winery.customerNo, reference, { ZipCode: '02108' });
  expect([status, body.HoldReasons]).toEqual([200, ['Address']]);
});

test('200 the timeline says whether a full update of the winery replaced the correction, or only repeated the order', async () => {
  const winery = await openWinery(server);
  const sent = orderRequest({ OrderInfo: { OrderNo: freshOrderNo() } });
  const { reference } = await winery.order(sent);
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const sendAgain = async (more: object = {}) =>
    mustSucceed(await winery.client.call('SalesOrder/UpdateSalesOrder', { ...sent, ...more }));
  await sendAgain();
  mustSucceed(await correct(winery.customerNo, reference, { Address: '7051 Oak Avenue' }));
  await sendAgain();
  await sendAgain({ HoldOrder: true });
  await sendAgain({ HoldOrder: true });
  const { Timeline } = mustSucceed(await service.call('Orders/Get', key));
  expect(Timeline.slice(1).map(({ Text, By }: Json) => [Text, By === 'The winery'])).toEqual([
    ['Sent again without changes.', true],
    ['Changed: recipient contact info.', false],
    ['Changed: recipient contact info.', true],
    ['Changed: hold order, on hold: Winery.', true],
    ['Sent again without changes, on hold: Winery.', true],
  ]);
});

test('400 for what is no recipient, and without one', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  expect((await correct(winery.customerNo, reference, ['7051 Oak Avenue'])).status).toBe(400);
  const order = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  expect((await service.call('Orders/CorrectRecipient', order)).status).toBe(400);
});

test('200 "" clears a company; 400 without anything to correct, which leaves no audit entry', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  const key = { CustomerNo: winery.customerNo, TransactionReferenceNumber: reference };
  const company = async () => mustSucceed(await service.call('Orders/Get', key)).RecipientContactInfo.Company;
  expect((await correct(winery.customerNo, reference, { Company: 'The wrong one' })).status).toBe(200);
  expect(await company()).toBe('The wrong one');
  expect((await correct(winery.customerNo, reference, { Company: '' })).status).toBe(200);
  expect(await company()).toBe('');
  const before = await lastAudit(server, 'Orders/CorrectRecipient');
  const nothing = await correct(winery.customerNo, reference, {});
  expect([nothing.status, nothing.body.Reason]).toEqual([400, 'RecipientContactInfo has nothing to change']);
  expect(await lastAudit(server, 'Orders/CorrectRecipient')).toEqual(before);
});

test('403 for a canceled order', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  await winery.client.call('SalesOrder/CancelSalesOrder', { TransactionReferenceNumber: reference });
  const { status, body } = await correct(winery.customerNo, reference, { Address: '7051 Oak Avenue' });
  expect([status, body.State]).toEqual([403, 'CANCELED']);
});

test('403 names who changed the recipient, not the winery that changed other fields since', async () => {
  const winery = await openWinery(server);
  const { reference } = await winery.order();
  expect((await correct(winery.customerNo, reference, { FirstName: 'Robin' })).status).toBe(200);
  const update = { TransactionReferenceNumber: reference, OrderInfo: { SpecialInstructions: 'Ring twice.' } };
  expect((await winery.client.call('SalesOrder/UpdateSalesOrder', update)).status).toBe(200);
  const late = await service.call('Orders/CorrectRecipient', {
    CustomerNo: winery.customerNo,
    TransactionReferenceNumber: reference,
    ExpectedVersion: '0123456789abcdef',
    RecipientContactInfo: { FirstName: 'Kim' },
  });
  expect([late.status, late.body.State]).toEqual([403, 'CHANGED']);
  expect(late.body.Reason).toContain(`was changed by ${service.operator.email} on `);
});

test('404 for an order of another customer', async () => {
  const [winery, other] = [await openWinery(server), await openWinery(server)];
  const { reference } = await winery.order();
  expect((await correct(other.customerNo, reference, { Address: '7051 Oak Avenue' })).status).toBe(404);
});
