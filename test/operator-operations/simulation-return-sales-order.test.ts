/** Simulation/ReturnSalesOrder: a shipped order comes back. */
import { expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/ReturnSalesOrder');

async function delivered(OrderNo: string) {
  const winery = await openReturnsWinery(simulation().server);
  await winery.delivered({ OrderInfo: { OrderNo } });
  return winery.customerNo;
}

test('200 announces the return, and records it', async () => {
  const { simulate, audit } = simulation();
  const customerNo = await delivered('BACK-OP-1');
  const request = { OrderNo: 'BACK-OP-1', ReturnReason: 'Arrived damaged' };
  expect(await simulate(customerNo, request)).toMatchObject({ status: 200, body: { ReturnStatus: 'EXPECTED' } });
  expect(await audit()).toMatchObject({
    action: 'return.announced',
    subject: 'BACK-OP-1',
    for_customer: customerNo,
    before: null,
    after: request,
  });
});

test('300 names the shipments with one order number', async () => {
  const { server, simulate } = simulation();
  const winery = await openWinery(server);
  const { orderNo } = await winery.order({ OrderInfo: { ShipmentKey: '1' } });
  await winery.order({ OrderInfo: { OrderNo: orderNo, ShipmentKey: '2' } });
  expect(await simulate(winery.customerNo, { OrderNo: orderNo })).toMatchObject({
    status: 300,
    body: { Code: 'MultipleOrders', Candidates: [{ ShipmentKey: '1' }, { ShipmentKey: '2' }] },
  });
});

test('400 for an item that was not shipped', async () => {
  const customerNo = await delivered('BACK-OP-2');
  const request = { OrderNo: 'BACK-OP-2', Lines: [{ ItemNo: 'NONE', ItemQuantity: 1 }] };
  expect((await simulation().simulate(customerNo, request)).status).toBe(400);
});

test('403 when all of it has come back', async () => {
  const { simulate } = simulation();
  const customerNo = await delivered('BACK-OP-3');
  await simulate(customerNo, { OrderNo: 'BACK-OP-3' });
  expect((await simulate(customerNo, { OrderNo: 'BACK-OP-3' })).status).toBe(403);
});

test('404 for an unknown order or customer', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  for (const customer of [customerNo, 'UNKNOWN']) {
    expect((await simulate(customer, { OrderNo: 'NONE-1' })).status).toBe(404);
  }
});
