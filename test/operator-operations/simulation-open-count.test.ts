/** Simulation/OpenCount: a blind cycle count of a winery. */
import { expect, test } from 'vitest';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/OpenCount');

test('200 opens it, shows it without quantities, and records it', async () => {
  const { server, simulate, audit, service } = simulation();
  const { customerNo } = await openWinery(server);
  const { status, body } = await simulate(customerNo, { Warehouse: 'APC01', Items: ['WINE-1'] });
  const line = { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' };
  expect([status, body.Lines]).toEqual([200, [line]]);
  expect((await service.call('Simulation/GetState', { CustomerNo: customerNo })).body.Counts).toEqual([
    {
      CountReference: body.TransactionReferenceNumber,
      Warehouse: 'APC01',
      OpenedAt: expect.any(String),
      Lines: [{ ...line, State: 'to count' }],
    },
  ]);
  expect(await audit()).toMatchObject({ action: 'count.opened', subject: 'APC01', for_customer: customerNo });
});

test('400 for an unknown item', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await openWinery(server);
  expect((await simulate(customerNo, { Warehouse: 'APC01', Items: ['NONE'] })).status).toBe(400);
});

test('403 while a balance is in another count', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await openWinery(server);
  const request = { Warehouse: 'APC01', Items: ['WINE-1'] };
  expect((await simulate(customerNo, request)).status).toBe(200);
  expect((await simulate(customerNo, request)).status).toBe(403);
});

test('404 for a customer that does not exist', async () => {
  expect((await simulation().simulate('UNKNOWN', { Warehouse: 'APC01' })).status).toBe(404);
});
