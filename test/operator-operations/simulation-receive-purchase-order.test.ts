/** Simulation/ReceivePurchaseOrder: announced goods arrive. */
import { expect, test } from 'vitest';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/ReceivePurchaseOrder');
const request = { CustomerReferenceNo: 'INBOUND-1' };

test('200 posts what is open, and records it', async () => {
  const { server, simulate, audit } = simulation();
  const winery = await openInboundWinery(server);
  await winery.created();
  const { status, body } = await simulate(winery.customerNo, request);
  expect([status, body]).toMatchObject([200, { Status: 'RECEIVED', Lines: [{ ItemQuantity: 600 }, {}] }]);
  expect(await audit()).toMatchObject({
    action: 'purchase_order.received',
    subject: 'INBOUND-1',
    for_customer: winery.customerNo,
    before: null,
    after: request,
  });
});

test('400 for an item that was not ordered', async () => {
  const { server, simulate } = simulation();
  const winery = await openInboundWinery(server);
  await winery.created();
  const lines = { ...request, Lines: [{ ItemNo: 'ZIN', ItemQuantity: 1 }] };
  expect((await simulate(winery.customerNo, lines)).status).toBe(400);
});

test('403 when all of it has arrived', async () => {
  const { server, simulate } = simulation();
  const winery = await openInboundWinery(server);
  await winery.created();
  await simulate(winery.customerNo, request);
  expect(await simulate(winery.customerNo, request)).toMatchObject({ status: 403, body: { State: 'RECEIVED' } });
});

test('404 for an unknown order or customer', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  for (const customer of [customerNo, 'UNKNOWN']) expect((await simulate(customer, request)).status).toBe(404);
});
