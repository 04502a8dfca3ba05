/** SalesOrder/GenerateJitLabel: every documented response. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { parseJitLabelId } from '../../src/shipping-labels/jit/jit-label-id.ts';
import { verifyPackages } from '../../src/warehouse/index.ts';
import { fileOf, openJitWinery } from '../shipping-labels/jit-winery.ts';
import { picturePdf, readPng, symbolsIn } from '../shipping-labels/symbols-in-pixels.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';

const operation = 'SalesOrder/GenerateJitLabel';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterEach(async () => {
  await expectLedgerConsistent(server.environment.db);
  expect(await verifyPackages(server.environment.db)).toEqual([]);
});
afterAll(() => server.close());

const trackingNoIn = (symbols: string[]) =>
  symbols.find((text) => text.startsWith('Code128'))?.slice('Code128: '.length);

test('200: a slip and a label as PDF; the symbols name the order, the label and the tracking number', async () => {
  const winery = await openJitWinery(server);
  await winery.jitOrder('JIT-1');
  const answer = await winery.generate({ OrderNo: 'JIT-1' });
  expect(answer).toMatchObject({ status: 200, body: { OrderNo: 'JIT-1', DataFormat: 'application/pdf;base64' } });
  const { JITLabelID } = answer.body;
  expect(parseJitLabelId(JITLabelID)?.customerNo).toBe(winery.customerNo);
  const pdf = fileOf(answer);
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
  const symbols = await symbolsIn(await picturePdf(pdf));
  expect(symbols).toEqual([
    expect.stringMatching(/^Code128: \d{12}$/),
    `DataMatrix: ${JITLabelID}|JIT-1`,
    `DataMatrix: ${JITLabelID}|JIT-1`,
  ]);
});

test('200: repeated requests in every format, also after shipping, return the same label', async () => {
  const winery = await openJitWinery(server);
  const TransactionReferenceNumber = await winery.jitOrder('JIT-2', { ShipmentInfo: { IcePack: 1 } });
  const first = await winery.generate({ OrderNo: 'JIT-2' });
  const { JITLabelID } = first.body;
  const formats = [
    ['FullPDF', 'application/pdf;base64'],
    ['LabelPDF', 'application/pdf;base64'],
    ['FullPNG', 'image/png;base64'],
    ['LabelPNG', 'image/png;base64'],
  ] as const;
  const trackingNos = new Set<string | undefined>();
  for (const [AlternateLabelFormat, DataFormat] of formats) {
    const again = await winery.generate({ OrderNo: 'ignored', TransactionReferenceNumber, AlternateLabelFormat });
    expect(again).toMatchObject({ status: 200, body: { OrderNo: 'JIT-2', JITLabelID, DataFormat } });
    const file = fileOf(again);
    const picture = DataFormat.startsWith('image') ? readPng(file) : await picturePdf(file);
    expect(picture.height).toBe(AlternateLabelFormat.startsWith('Full') ? 2233 + 1218 : 1218);
    trackingNos.add(trackingNoIn(await symbolsIn(picture)));
  }
  expect(trackingNos.size).toBe(1);
  await winery.advance(14);
  const [record] = await winery.track('JIT-2');
  expect(record).toMatchObject({ Status: 'DELIVERED', IcePack: 1 });
  expect(trackingNos).toEqual(new Set([record?.TrackingNo]));
  const late = await winery.generate({ OrderNo: 'JIT-2' });
  expect(late.body.JITLabelID).toBe(JITLabelID);
  expect(late.body.File).toBe(first.body.File);
  expect(await winery.labels()).toHaveLength(1);
  expect((await winery.order(TransactionReferenceNumber)).jit_label_id).toBe(JITLabelID);
});

test('200: an order of several packages has a label for each', async () => {
  const winery = await openJitWinery(server);
  await winery.jitOrder('JIT-3', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 30 }] });
  const answer = await winery.generate({ OrderNo: 'JIT-3', AlternateLabelFormat: 'LabelPNG' });
  const picture = readPng(fileOf(answer));
  expect([picture.width, picture.height]).toEqual([812, 3 * 1218]);
  const printed = (await symbolsIn(picture)).filter((text) => text.startsWith('Code128'));
  await winery.advance(14);
  const tracked = (await winery.track('JIT-3')).map(({ TrackingNo }) => `Code128: ${TrackingNo}`);
  expect(printed).toEqual(tracked.sort());
  expect(tracked).toHaveLength(3);
});

test('200: an order of 200 packages has a label', async () => {
  const winery = await openJitWinery(server);
  await winery.jitOrder('FULL-1', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2400 }] });
  expect((await winery.generate({ OrderNo: 'FULL-1' })).status).toBe(200);
  expect(await winery.labels()).toHaveLength(1);
});

test('200: concurrent requests, and requests with an Idempotency-Key: one label', async () => {
  const winery = await openJitWinery(server);
  const reference = await winery.jitOrder('JIT-4');
  const answers = await Promise.all([
    winery.generate({ OrderNo: 'JIT-4' }),
    winery.generate({ OrderNo: 'JIT-4' }),
    winery.generate({ OrderNo: 'x', TransactionReferenceNumber: reference }),
    winery.generate({ OrderNo: 'JIT-4' }, { 'idempotency-key': 'label-of-jit-4' }),
  ]);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.JITLabelID} ${body.File}`)).size).toBe(1);
  const replayed = await winery.generate({ OrderNo: 'JIT-4' }, { 'idempotency-key': 'label-of-jit-4' });
  expect(replayed.body).toEqual(answers[0]?.body);
  const kinds = (await winery.timeline(reference)).map(({ kind }) => kind);
  expect(kinds.filter((kind: string) => kind === 'jit_label.generated')).toHaveLength(1);
  expect(kinds.filter((kind: string) => kind === 'jit_label.reprinted')).toHaveLength(3);
});

test('200: an update keeps the label id, and the document shows the current order', async () => {
  const winery = await openJitWinery(server);
  const TransactionReferenceNumber = await winery.jitOrder('JIT-5');
  const before = await winery.generate({ OrderNo: 'JIT-5' });
  const RecipientContactInfo = { LastName: 'Łukasiewicz-Müller 🍷' };
  expect((await winery.update({ TransactionReferenceNumber, RecipientContactInfo })).status).toBe(200);
  const after = await winery.generate({ OrderNo: 'JIT-5' });
  expect(after.body.JITLabelID).toBe(before.body.JITLabelID);
  expect(after.body.File).not.toBe(before.body.File);
});

test('200: will call has a label without a tracking number', async () => {
  const winery = await openJitWinery(server);
  await winery.jitOrder('JIT-6', {
    ShipmentInfo: { ShippingCarrier: 'WILL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' },
  });
  const answer = await winery.generate({ OrderNo: 'JIT-6', AlternateLabelFormat: 'LabelPNG' });
  expect(await symbolsIn(readPng(fileOf(answer)))).toEqual([`DataMatrix: ${answer.body.JITLabelID}|JIT-6`]);
});

test('300: several orders have the number; ShipmentKey and reference distinguish them', async () => {
  const winery = await openJitWinery(server);
  const references = [];
  for (const ShipmentKey of ['A', 'B']) references.push(await winery.jitOrder('JIT-7', { OrderInfo: { ShipmentKey } }));
  expect(await winery.generate({ OrderNo: 'JIT-7' })).toMatchObject({
    status: 300,
    body: {
      Code: 'MultipleOrders',
      Candidates: [
        { TransactionReferenceNumber: references[0], ShipmentKey: 'A', OrderType: 'JIT' },
        { TransactionReferenceNumber: references[1], ShipmentKey: 'B' },
      ],
    },
  });
  const b = await winery.generate({ OrderNo: 'JIT-7', ShipmentKey: 'B' });
  expect(b.status).toBe(200);
  const again = await winery.generate({ OrderNo: 'JIT-7', TransactionReferenceNumber: references[1] });
  expect(again.body.JITLabelID).toBe(b.body.JITLabelID);
});

test('400: the rules of the fields, all at once', async () => {
  const winery = await openJitWinery(server);
  const faults = async (body: Json) => {
    const { status, body: error } = await winery.generate(body);
    expect(status).toBe(400);
    return error.Errors.map(({ Field, Code }: Json) => [Field, Code]);
  };
  expect(await faults({ AlternateLabelFormat: 'FullZPL' })).toEqual([
    ['OrderNo', 'Required'],
    ['AlternateLabelFormat', 'Enum'],
  ]);
  expect(await faults({ OrderNo: 'N'.repeat(31) })).toEqual([['OrderNo', 'MaxLength']]);
  expect(await faults({ OrderNo: 1.2, ShipmentKey: [] })).toEqual([
    ['OrderNo', 'Type'],
    ['ShipmentKey', 'Type'],
  ]);
});

test('401: wrong credentials', async () => {
  const { client, customerNo } = await server.customer();
  const Authentication = { UserKey: 'nobody', Password: 'wrong', CustomerNo: customerNo };
  expect((await client.call(operation, { OrderNo: 'JIT-1', Authentication })).status).toBe(401);
});

test('403: another type, canceled, no usable address, nothing to pack, too much; a read-only credential', async () => {
  const winery = await openJitWinery(server);
  const refused = async (OrderNo: string, reason: string) =>
    expect(await winery.generate({ OrderNo }), OrderNo).toMatchObject({
      status: 403,
      body: { Code: 'StateForbids', Reason: expect.stringContaining(reason) },
    });
  await winery.created({ OrderInfo: { OrderNo: 'CLUB-1' } });
  await refused('CLUB-1', 'type CLUB');
  const canceled = await winery.jitOrder('GONE-1');
  await winery.cancel({ TransactionReferenceNumber: canceled });
  await refused('GONE-1', 'it is canceled');
  await winery.jitOrder('NOWHERE-1', { RecipientContactInfo: undefined });
  await refused('NOWHERE-1', 'ON CUSTOMER SERVICE HOLD');
  await winery.jitOrder('FEES-1', { ItemsInfo: [{ ItemNo: 'FEE', ItemQuantity: 1 }] });
  await refused('FEES-1', 'nothing to pack');
  await winery.jitOrder('CELLAR-1', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2500 }] });
  await refused('CELLAR-1', '209 packages');
  await winery.jitOrder('LAKE-1', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 900_000 }] });
  await refused('LAKE-1', '900,000 units');
  await winery.jitOrder('OVER-1', { ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 2401 }] });
  await refused('OVER-1', 'it has 201 packages, and the maximum is 200. Split the order.');
  expect(await winery.labels()).toEqual([]);
  const { client } = await server.customer('read');
  expect(await client.call(operation, { OrderNo: 'JIT-1' })).toMatchObject({
    status: 403,
    body: { Code: 'RightMissing' },
  });
});

test('403 in production: without a carrier there is no label; will call needs none', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const winery = await openJitWinery(production);
    await winery.jitOrder('REAL-1');
    expect(await winery.generate({ OrderNo: 'REAL-1' })).toMatchObject({
      status: 403,
      body: { Code: 'StateForbids', Reason: expect.stringContaining('no carrier is connected') },
    });
    await winery.jitOrder('REAL-2', {
      ShipmentInfo: { ShippingCarrier: 'WIL', ShippingCarrierService: 'CALL', ServiceWarehouseLocation: 'APC01' },
    });
    expect((await winery.generate({ OrderNo: 'REAL-2' })).status).toBe(200);
  } finally {
    await production.close();
  }
});

test("404: an unknown order, and another customer's", async () => {
  const winery = await openJitWinery(server);
  const TransactionReferenceNumber = await winery.jitOrder('JIT-8');
  const { client } = await server.customer();
  for (const body of [{ OrderNo: 'JIT-8' }, { OrderNo: 'JIT-8', TransactionReferenceNumber }]) {
    expect(await client.call(operation, body)).toMatchObject({ status: 404, body: { Code: 'NotFound' } });
  }
  expect((await winery.generate({ OrderNo: 'NEVER-SENT' })).status).toBe(404);
});
