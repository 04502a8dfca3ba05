/** Simulation/AdvanceClock: orders ship on the clock of the customer that the operator advances. */
import { expect, test } from 'vitest';
import { setClock } from '../simulation/clock.ts';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/AdvanceClock');

test('200 runs what is due, shows it in the lists, and records it once per key', async () => {
  const { server, service, simulate, audit } = simulation();
  const winery = await openWinery(server);
  await setClock(server.environment.db, winery.customerNo);
  const { reference, orderNo } = await winery.order();
  const request = { CustomerNo: winery.customerNo, Seconds: 8 * 24 * 3600 };
  const advance = () => service.call('Simulation/AdvanceClock', request, { 'idempotency-key': `advance ${orderNo}` });
  const first = await advance();
  expect([first.status, first.body]).toMatchObject([200, { Now: expect.any(String), Events: expect.any(Number) }]);
  expect((await advance()).body).toEqual(first.body);
  expect(await winery.statusOf(reference)).toBe('SHIPPED');
  const { body: orders } = await service.call('Orders/List', { View: 'shipped', Customers: [winery.customerNo] });
  expect(orders.Records).toMatchObject([{ OrderNo: orderNo }]);
  expect(await audit()).toMatchObject({
    action: 'clock.advanced',
    subject: '691,200 seconds',
    for_customer: winery.customerNo,
    actor: `operator:${service.operator.email}`,
    before: null,
    after: { Seconds: request.Seconds },
  });
  expect((await simulate(winery.customerNo, { To: '2020-01-01T00:00:00Z' })).body.Code).toBe('ClockBackwards');
});

test('400 without a time', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  expect(await simulate(customerNo, {})).toMatchObject({ status: 400, body: { Errors: [{ Field: 'Seconds' }] } });
});

test('404 for a customer that does not exist', async () => {
  expect((await simulation().simulate('UNKNOWN', { Seconds: 1 })).status).toBe(404);
});
