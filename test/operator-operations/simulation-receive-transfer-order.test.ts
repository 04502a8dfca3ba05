/** Simulation/ReceiveTransferOrder: goods of another warehouse arrive. */
import { expect, test } from 'vitest';
import { useSimulation } from '../support/simulation.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const simulation = useSimulation('Simulation/ReceiveTransferOrder');
const request = { CustomerReferenceNo: 'MOVE-1' };
const shipped = '2031-03-04T09:05:00';

test('200 posts what is on the way, and records it', async () => {
  const { server, simulate, audit } = simulation();
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await winery.until(shipped);
  expect(await simulate(winery.customerNo, request)).toMatchObject({ status: 200, body: { Status: 'RECEIVED' } });
  expect(await audit()).toMatchObject({
    action: 'transfer_order.received',
    subject: 'MOVE-1',
    for_customer: winery.customerNo,
    before: null,
    after: request,
  });
});

test('400 for an item that was not shipped', async () => {
  const { server, simulate } = simulation();
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await winery.until(shipped);
  const lines = { ...request, Lines: [{ ItemNo: 'NONE', ItemQuantity: 1 }] };
  expect((await simulate(winery.customerNo, lines)).status).toBe(400);
});

test('403 before it has left', async () => {
  const { server, simulate } = simulation();
  const winery = await openTransferWinery(server);
  await winery.transferred();
  expect((await simulate(winery.customerNo, request)).status).toBe(403);
});

test('404 for an unknown order or customer', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  for (const customer of [customerNo, 'UNKNOWN']) expect((await simulate(customer, request)).status).toBe(404);
});
