/** Simulation/CancelCount: a cycle count ends without a posting. */
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/CancelCount');

async function opened() {
  const { server, service } = simulation();
  const { customerNo } = await openWinery(server);
  const request = { CustomerNo: customerNo, Warehouse: 'APC01', Items: ['WINE-1'] };
  const { body } = await service.call('Simulation/OpenCount', request);
  return { customerNo, CountReference: body.TransactionReferenceNumber as string };
}

test('200 its balances can be counted again', async () => {
  const { simulate, audit, service } = simulation();
  const { customerNo, CountReference } = await opened();
  expect((await simulate(customerNo, { CountReference })).status).toBe(200);
  expect(await audit()).toMatchObject({ action: 'count.canceled', subject: CountReference, for_customer: customerNo });
  const request = { CustomerNo: customerNo, Warehouse: 'APC01', Items: ['WINE-1'] };
  expect((await service.call('Simulation/OpenCount', request)).status).toBe(200);
});

test('400 without the count', async () => {
  const { customerNo } = await opened();
  expect((await simulation().simulate(customerNo, {})).status).toBe(400);
});

test('403 again', async () => {
  const { simulate } = simulation();
  const { customerNo, CountReference } = await opened();
  await simulate(customerNo, { CountReference });
  expect((await simulate(customerNo, { CountReference })).status).toBe(403);
});

test('404 for an unknown count', async () => {
  const { customerNo } = await opened();
  expect((await simulation().simulate(customerNo, { CountReference: uuidv7() })).status).toBe(404);
});
