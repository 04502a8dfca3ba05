/** Labels/Scan: JIT labels at automatic warehouses, with simulated carriers and with real ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { openJitWinery } from '../shipping-labels/jit-winery.ts';
import { auditOf } from '../support/audit.ts';
import { openFloor } from '../support/floor.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let person: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  person = await signedIn(server, 'floor', { warehouses: ['APC01'] });
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

async function labeled(orderNo: string, more: object = {}, at: TestServer = server) {
  const winery = await openJitWinery(at);
  const orderId = await winery.jitOrder(orderNo, more);
  const { body } = await winery.generate({ OrderNo: orderNo, AlternateLabelFormat: 'LabelPDF' });
  return { winery, orderId, Label: body.JITLabelID as string };
}

const scan = (request: object, client = person) => client.call('Labels/Scan', request);

test('200 the order is in work and is packed; a repeated scan changes nothing', async () => {
  const { winery, orderId, Label } = await labeled('SCAN-1');
  const { status, body } = await scan({ Label: `${Label}|SCAN-1` });
  const order = { CustomerNo: winery.customerNo, OrderNo: 'SCAN-1', OrderReferenceNumber: orderId, JITLabelID: Label };
  const CustomerName = `Winery ${winery.customerNo}`;
  expect([status, body]).toMatchObject([200, { ...order, CustomerName, Warehouse: 'APC01', IsRepeated: false }]);
  expect((await winery.order(orderId)).status).toBe('PROCESSING ORDER');
  expect((await scan({ Label })).body).toMatchObject({ ...order, IsRepeated: true });
  const audit = await auditOf(server, 'Labels/Scan');
  expect(audit.filter(({ subject }) => subject === orderId)).toMatchObject([
    { action: 'jit_label.scanned', for_customer: winery.customerNo, after: { OrderNo: 'SCAN-1' } },
  ]);
  // The simulated warehouse packs it, and it ships.
  await winery.advance(3);
  expect((await winery.order(orderId)).status).toBe('SHIPPED');
});

test('200 for a label that is typed in small letters', async () => {
  const { winery, orderId, Label } = await labeled('SCAN-5');
  expect(winery.customerNo).not.toBe(winery.customerNo.toLowerCase());
  const { status, body } = await scan({ Label: ` ${Label.toLowerCase()} ` });
  const order = { CustomerNo: winery.customerNo, OrderReferenceNumber: orderId, JITLabelID: Label };
  expect([status, body]).toMatchObject([200, { ...order, IsRepeated: false }]);
});

test('200 with a real carrier it is packed at once, with the label that was bought', async () => {
  const carrier: FakeCarrier = await openFakeCarrier();
  const production = await openProductionServer();
  try {
    connectCarrier(production.environment, carrier.url);
    const lead = await signedIn(production, 'lead');
    const ShipmentInfo = { ShippingCarrier: 'FEX', ShippingCarrierService: 'GRND' };
    const { orderId, Label } = await labeled('SCAN-2', { ShipmentInfo }, production);
    expect(await scan({ Label }, lead)).toMatchObject({ status: 200, body: { IsRepeated: false } });
    expect(
      await production.environment.db.rows('select status, tracking_no from packages where order_id = $1', [orderId]),
    ).toEqual([{ status: 'READY TO SHIP', tracking_no: carrier.paid()[0]?.trackingNo }]);
    await expectLedgerConsistent(production.environment.db);
  } finally {
    await production.close();
    await carrier.close();
  }
});

test('400 for what is no JIT label', async () => {
  const { status, body } = await scan({ Label: '794612345678' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Label']);
  expect((await scan({ Label: '' })).status).toBe(400);
});

test('403 for an order on hold, of a warehouse of others, and where people pack', async () => {
  const held = await labeled('SCAN-3', { OrderInfo: { HoldOrder: true } });
  expect(await scan({ Label: held.Label })).toMatchObject({ status: 403, body: { Code: 'StateForbids' } });
  const { Label } = await labeled('SCAN-4');
  const elsewhere = await signedIn(server, 'floor', { warehouses: ['TWL01'] });
  expect((await scan({ Label }, elsewhere)).body.Reason).toContain('where you do not work');
  const floor = await openFloor(server);
  const winery = await floor.winery();
  const { orderNo } = await winery.waiting({ OrderInfo: { OrderType: 'JIT' } });
  const { body: label } = await winery.client.call('SalesOrder/GenerateJitLabel', { OrderNo: orderNo });
  const refused = await scan({ Label: label.JITLabelID }, floor.packer);
  expect([refused.status, refused.body.Reason]).toEqual([403, expect.stringContaining('at the packing station')]);
});

test('404 for a label that there is not', async () => {
  expect((await scan({ Label: 'JIT-W1-0000000000' })).status).toBe(404);
});
