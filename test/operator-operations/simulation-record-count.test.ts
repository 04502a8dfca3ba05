/** Simulation/RecordCount: the units that the staff counted. */
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/RecordCount');
const line = { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' };

async function opened() {
  const { server, service } = simulation();
  const { customerNo } = await openWinery(server);
  const request = { CustomerNo: customerNo, Warehouse: 'APC01', Items: ['WINE-1'] };
  const { body } = await service.call('Simulation/OpenCount', request);
  return { customerNo, CountReference: body.TransactionReferenceNumber as string };
}

test('200 asks for a recount of what differs', async () => {
  const { simulate, audit, service } = simulation();
  const { customerNo, CountReference } = await opened();
  const { body } = await simulate(customerNo, { CountReference, Lines: [{ ...line, Quantity: 98 }] });
  expect(body.Lines).toEqual([{ ...line, Recount: true }]);
  const state = async () =>
    (await service.call('Simulation/GetState', { CustomerNo: customerNo })).body.Counts[0].Lines[0].State;
  expect(await state()).toBe('to recount');
  await simulate(customerNo, { CountReference, Lines: [{ ...line, Quantity: 98 }] });
  expect(await state()).toBe('counted');
  expect(await audit()).toMatchObject({ action: 'count.recorded', subject: CountReference, for_customer: customerNo });
});

test('400 for what is not part of the count', async () => {
  const { customerNo, CountReference } = await opened();
  const Lines = [{ ...line, ItemNo: 'WINE-2', Quantity: 1 }];
  expect((await simulation().simulate(customerNo, { CountReference, Lines })).status).toBe(400);
});

test('403 after it was canceled', async () => {
  const { simulate, service } = simulation();
  const { customerNo, CountReference } = await opened();
  await service.call('Simulation/CancelCount', { CustomerNo: customerNo, CountReference });
  expect((await simulate(customerNo, { CountReference, Lines: [{ ...line, Quantity: 1 }] })).status).toBe(403);
});

test('404 for an unknown count', async () => {
  const { customerNo } = await opened();
  const request = { CountReference: uuidv7(), Lines: [{ ...line, Quantity: 1 }] };
  expect((await simulation().simulate(customerNo, request)).status).toBe(404);
});
