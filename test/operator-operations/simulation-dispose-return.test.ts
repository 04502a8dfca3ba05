/** Simulation/DisposeReturn: the disposition of an inspected return. */
import { expect, test } from 'vitest';
import { openReturnsWinery } from '../returns/returns-winery.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/DisposeReturn');

/** A return that has been announced and, after so many days, awaits its disposition. */
async function returned(OrderNo: string, days: number) {
  const winery = await openReturnsWinery(simulation().server);
  await winery.delivered({ OrderInfo: { OrderNo } });
  const { body } = await winery.sendBack({ OrderNo });
  if (days > 0) await winery.advance(days);
  return { customerNo: winery.customerNo, RMANumber: body.RMANumber as string };
}

test('200 posts the units, and records it', async () => {
  const { simulate, audit } = simulation();
  const { customerNo, RMANumber } = await returned('DISP-OP-1', 10);
  const request = { RMANumber, DispositionCode: 'Return to Inventory' };
  expect(await simulate(customerNo, request)).toMatchObject({ status: 200, body: { ReturnStatus: 'CLOSED' } });
  expect(await audit()).toMatchObject({
    action: 'return.disposed',
    subject: RMANumber,
    for_customer: customerNo,
    before: null,
    after: request,
  });
});

test('400 for an unknown disposition', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  expect((await simulate(customerNo, { RMANumber: 'RMA-1', DispositionCode: 'Drink it' })).status).toBe(400);
});

test('403 before it is inspected', async () => {
  const { customerNo, RMANumber } = await returned('DISP-OP-2', 0);
  const request = { RMANumber, DispositionCode: 'Return to Inventory' };
  expect((await simulation().simulate(customerNo, request)).status).toBe(403);
});

test('404 for an unknown return or customer', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  const request = { RMANumber: 'RMA-NONE-1', DispositionCode: 'Return to Inventory' };
  for (const customer of [customerNo, 'UNKNOWN']) expect((await simulate(customer, request)).status).toBe(404);
});
