/** Simulation/ReportMishap: a carrier reports a problem. */
import { expect, test } from 'vitest';
import { setClock } from '../simulation/clock.ts';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/ReportMishap');

/** An order that is on its way, on a clock whose days are known. */
async function shipped() {
  const { server } = simulation();
  const winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
  const { orderNo } = await winery.order();
  await winery.advanceTo('2031-03-05T12:00:00');
  return { customerNo: winery.customerNo, orderNo };
}

test('200 reports it for the packages on their way, and records it', async () => {
  const { simulate, audit } = simulation();
  const { customerNo, orderNo } = await shipped();
  const { status, body } = await simulate(customerNo, { OrderNo: orderNo, Mishap: 'DAMAGED' });
  expect([status, body]).toMatchObject([200, { OrderNo: orderNo, Packages: [{ Status: 'DAMAGED' }] }]);
  expect(await audit()).toMatchObject({
    action: 'package.exception_reported',
    subject: orderNo,
    for_customer: customerNo,
    before: null,
    after: { OrderNo: orderNo, Mishap: 'DAMAGED' },
  });
});

test('300 names the shipments with one order number', async () => {
  const { server, simulate } = simulation();
  const winery = await openWinery(server);
  const { orderNo } = await winery.order({ OrderInfo: { ShipmentKey: '1' } });
  await winery.order({ OrderInfo: { OrderNo: orderNo, ShipmentKey: '2' } });
  expect(await simulate(winery.customerNo, { OrderNo: orderNo, Mishap: 'DELAYED' })).toMatchObject({
    status: 300,
    body: { Code: 'MultipleOrders', Candidates: [{ ShipmentKey: '1' }, { ShipmentKey: '2' }] },
  });
});

test('400 for an unknown kind', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  expect((await simulate(customerNo, { OrderNo: 'X-1', Mishap: 'STOLEN' })).status).toBe(400);
});

test('403 before it has shipped', async () => {
  const { server, simulate } = simulation();
  const winery = await openWinery(server);
  const { orderNo } = await winery.order();
  expect((await simulate(winery.customerNo, { OrderNo: orderNo, Mishap: 'DELAYED' })).status).toBe(403);
});

test('404 for an unknown order or customer', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  const request = { OrderNo: 'NONE-1', Mishap: 'DELAYED' };
  for (const customer of [customerNo, 'UNKNOWN']) expect((await simulate(customer, request)).status).toBe(404);
});
