/** Simulation/ScanJitLabel: every documented response, and how a JIT order goes on. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { verifyPackages } from '../../src/warehouse/index.ts';
import { hour, openJitWinery } from '../shipping-labels/jit-winery.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { editSettings } from '../support/settings.ts';
import { sentOrder } from '../support/winery.ts';

const operation = 'Simulation/ScanJitLabel';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyPackages(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

type Winery = Awaited<ReturnType<typeof openJitWinery>>;

const labelOf = async (winery: Winery, OrderNo: string): Promise<string> => {
  const { status, body } = await winery.generate({ OrderNo, AlternateLabelFormat: 'LabelPDF' });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.JITLabelID;
};
const statusOf = async (winery: Winery, reference: string) => (await winery.order(reference)).status;
const kindsOf = async (winery: Winery, reference: string) =>
  (await winery.timeline(reference)).map(({ kind }) => kind).filter((kind: string) => kind !== 'package.scanned');

test('200: the order is processed, packed, shipped and delivered; no stock moves', async () => {
  const winery = await openJitWinery(server);
  const reference = await winery.jitOrder('BENCH-1');
  const label = await labelOf(winery, 'BENCH-1');
  const answer = await winery.scan(label);
  expect(answer).toMatchObject({
    status: 200,
    body: { OrderNo: 'BENCH-1', JITLabelID: label, Status: 'PROCESSING ORDER' },
  });
  await winery.advance(hour / 4);
  expect(await winery.track('BENCH-1')).toMatchObject([{ Status: 'READY TO SHIP', Carrier: 'FEX' }]);
  // What the scanner read, with the order number; again nothing changes.
  const again = await winery.scan(`${label}|BENCH-1`);
  expect(again.status).toBe(200);
  await winery.advance(12);
  expect(await winery.track('BENCH-1')).toMatchObject([{ Status: 'DELIVERED' }]);
  expect((await winery.scan(label)).body.Status).toBe('SHIPPED');
  expect(await kindsOf(winery, reference)).toEqual([
    'sales_order.accepted',
    'jit_label.generated',
    'sales_order.processing',
    'jit_label.scanned',
    'package.packed',
    'jit_label.scanned_again',
    'package.shipped',
    'jit_label.scanned_again',
  ]);
  const { db } = server.environment;
  expect(await db.rows('select * from movements where customer_no = $1', [winery.customerNo])).toEqual([]);
  const journaled = await db.rows<{ kind: string }>('select kind from log where customer_no = $1 and reference = $2', [
    winery.customerNo,
    answer.body.TransactionReferenceNumber,
  ]);
  expect(journaled).toMatchObject([{ kind: 'jit_label.scanned' }]);
});

test('200: a BSW order ships with the carrier of its label, even if rules have changed', async () => {
  const { db } = server.environment;
  const winery = await openJitWinery(server);
  const ShipmentInfo = {
    ShippingCarrier: 'BSW',
    ShippingCarrierService: 'GRND',
    ServiceWarehouseLocation: 'APC01',
  };
  await winery.jitOrder('BEST-1', { ShipmentInfo });
  const label = await labelOf(winery, 'BEST-1');
  await editSettings(db, `insert into carrier_rules (rank, carrier, service) values (1, 'GSO', 'GRND')`);
  try {
    await winery.scan(label);
    await winery.advance(hour / 4);
    expect(await winery.track('BEST-1')).toMatchObject([{ Status: 'READY TO SHIP', Carrier: 'FEX', Service: 'GRND' }]);
  } finally {
    await editSettings(db, 'delete from carrier_rules');
  }
});

test('200 without a call: the simulated packing station scans a label an hour after its order can be processed', async () => {
  const winery = await openJitWinery(server);
  const early = await winery.jitOrder('EARLY-1');
  await labelOf(winery, 'EARLY-1');
  const late = await winery.jitOrder('LATE-1');
  const never = await winery.jitOrder('NEVER-1');
  await winery.advance(hour / 2);
  expect(await statusOf(winery, early)).toBe('RECEIVED');
  await labelOf(winery, 'LATE-1');
  await winery.advance((hour * 3) / 4);
  expect(await winery.track('EARLY-1')).toMatchObject([{ Status: 'READY TO SHIP' }]);
  expect(await winery.track('LATE-1')).toMatchObject([{ Status: 'RECEIVED' }]);
  await winery.advance(12);
  for (const OrderNo of ['EARLY-1', 'LATE-1']) {
    expect(await winery.track(OrderNo)).toMatchObject([{ Status: 'DELIVERED' }]);
  }
  expect(await statusOf(winery, late)).toBe('SHIPPED');
  expect(await statusOf(winery, never)).toBe('RECEIVED');
  expect(await winery.track('NEVER-1')).toMatchObject([{ Status: 'RECEIVED', TrackingNo: '' }]);
});

test('200 without a call: a label that was stale when its scan was due is scanned after it is generated again', async () => {
  const winery = await openJitWinery(server);
  const TransactionReferenceNumber = await winery.jitOrder('AGAIN-1');
  await labelOf(winery, 'AGAIN-1');
  await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { LastName: 'Other' } });
  await winery.advance(1);
  expect(await statusOf(winery, TransactionReferenceNumber)).toBe('RECEIVED');
  await labelOf(winery, 'AGAIN-1');
  await winery.advance(hour / 2);
  expect(await statusOf(winery, TransactionReferenceNumber)).toBe('RECEIVED');
  await winery.advance(12);
  expect(await winery.track('AGAIN-1')).toMatchObject([{ Status: 'DELIVERED' }]);
});

test('200 until its label is scanned an order can be updated and canceled, also long after its processing time', async () => {
  const winery = await openJitWinery(server);
  const updated = await winery.jitOrder('OPEN-1');
  const canceled = await winery.jitOrder('OPEN-2');
  await winery.advance(3);
  expect(await winery.track('OPEN-1')).toMatchObject([
    { Status: 'RECEIVED', StatusDescription: expect.stringContaining('until its JIT label is scanned') },
  ]);
  const ItemsInfo = [{ ItemNo: 'WINE-1', ItemQuantity: 5 }];
  expect((await winery.update({ TransactionReferenceNumber: updated, ItemsInfo })).status).toBe(200);
  expect((await winery.cancel({ TransactionReferenceNumber: canceled })).status).toBe(200);
  await winery.scan(await labelOf(winery, 'OPEN-1'));
  for (const change of [winery.update, winery.cancel]) {
    expect(await change({ TransactionReferenceNumber: updated })).toMatchObject({
      status: 403,
      body: { Code: 'StateForbids', State: 'PROCESSING ORDER' },
    });
  }
});

test('200 a label stays good after an update that it does not show; otherwise GetDetails asks for a new one', async () => {
  const winery = await openJitWinery(server);
  const description = async () => (await winery.track('STALE-1'))[0].StatusDescription;
  const needsLabel = 'A new label is needed';
  const TransactionReferenceNumber = await winery.jitOrder('STALE-1');
  expect(await description()).not.toContain(needsLabel);
  const label = await labelOf(winery, 'STALE-1');
  await winery.update({ TransactionReferenceNumber, OrderInfo: { Tags: 'gift;vip', ConsumerTaxCollected: '4.50' } });
  expect(await description()).not.toContain(needsLabel);
  await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { LastName: 'Other' } });
  expect(await description()).toContain(needsLabel);
  expect(await winery.scan(label)).toMatchObject({ status: 403, body: { State: 'RECEIVED' } });
  expect(await labelOf(winery, 'STALE-1')).toBe(label);
  expect(await description()).not.toContain(needsLabel);
  // While its address cannot be used, it gets no label.
  const { ZipCode } = sentOrder({}).RecipientContactInfo;
  await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { ZipCode: '00000' } });
  expect(await description()).not.toContain(needsLabel);
  await winery.update({ TransactionReferenceNumber, RecipientContactInfo: { ZipCode } });

  await winery.update({ TransactionReferenceNumber, OrderInfo: { HoldOrder: true, Tags: 'other' } });
  await winery.update({ TransactionReferenceNumber, OrderInfo: { HoldOrder: false } });
  expect((await winery.scan(label)).status).toBe(200);
});

test('200: concurrent scans pack the order once', async () => {
  const winery = await openJitWinery(server);
  await winery.jitOrder('RUSH-1');
  const label = await labelOf(winery, 'RUSH-1');
  const answers = await Promise.all([label, `${label}|RUSH-1`, label].map((scanned) => winery.scan(scanned)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await winery.advance(hour);
  expect(await winery.track('RUSH-1')).toHaveLength(1);
});

test('400: an empty scan', async () => {
  const winery = await openJitWinery(server);
  expect(await winery.scan('')).toMatchObject({
    status: 400,
    body: { Errors: [{ Field: 'JITLabelID', Code: 'MinLength' }] },
  });
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await client.call(operation, { JITLabelID: 'JIT-W1-0000000000', Authentication })).status).toBe(401);
});

test('403: on hold, canceled, not due, changed since the label was generated; a read-only credential', async () => {
  const winery = await openJitWinery(server);
  const refused = async (label: string, reason: string) =>
    expect(await winery.scan(label)).toMatchObject({
      status: 403,
      body: { Code: 'StateForbids', Reason: expect.stringContaining(reason) },
    });
  const held = await winery.jitOrder('HELD-1', { OrderInfo: { HoldOrder: true } });
  const heldLabel = await labelOf(winery, 'HELD-1');
  await refused(heldLabel, 'ON WINERY REQUESTED HOLD');
  await winery.update({ TransactionReferenceNumber: held, OrderInfo: { HoldOrder: false } });
  expect((await winery.scan(heldLabel)).status).toBe(200);

  const canceled = await winery.jitOrder('GONE-2');
  const goneLabel = await labelOf(winery, 'GONE-2');
  await winery.cancel({ TransactionReferenceNumber: canceled });
  await refused(goneLabel, 'CANCELED');

  await winery.jitOrder('SPRING-1', {
    ShipmentInfo: { ShippingCarrier: 'FEX', ServiceWarehouseLocation: 'APC01', RequestedShipmentDate: '04/15/2031' },
  });
  await refused(await labelOf(winery, 'SPRING-1'), 'ship date');

  const changed = await winery.jitOrder('CHANGED-1');
  const stale = await labelOf(winery, 'CHANGED-1');
  await winery.update({
    TransactionReferenceNumber: changed,
    RecipientContactInfo: { Address: '200 Side St' },
  });
  await refused(stale, 'changed since its label was generated');
  expect(await statusOf(winery, changed)).toBe('RECEIVED');
  expect(await labelOf(winery, 'CHANGED-1')).toBe(stale);
  expect((await winery.scan(stale)).status).toBe(200);

  const { client } = await server.customer('read');
  expect(await client.call(operation, { JITLabelID: stale })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test("404: no such label, and another customer's", async () => {
  const winery = await openJitWinery(server);
  await winery.jitOrder('MINE-9');
  const label = await labelOf(winery, 'MINE-9');
  const other = await openJitWinery(server);
  for (const scanned of [label, 'JIT-W1-0000000000', 'anything else']) {
    expect(await other.scan(scanned)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
});

test('404 in production: the operation does not exist there', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { client } = await production.customer();
    expect(await client.call(operation, { JITLabelID: 'JIT-W1-0000000000' })).toMatchObject({
      status: 404,
      body: { Code: 'UnknownPath' },
    });
  } finally {
    await production.close();
  }
});
