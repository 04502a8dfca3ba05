/** Simulation/ApproveCount: the differences of a cycle count are posted. */
import { expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { balanceOf } from '../support/catalog.ts';
import { openWinery } from '../support/held-orders.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/ApproveCount');
const line = { ItemNo: 'WINE-1', InventoryStatus: 'GOOD-NO-TX' };

async function opened() {
  const { server, service } = simulation();
  const { customerNo } = await openWinery(server);
  const request = { CustomerNo: customerNo, Warehouse: 'APC01', Items: ['WINE-1'] };
  const { body } = await service.call('Simulation/OpenCount', request);
  return { customerNo, CountReference: body.TransactionReferenceNumber as string };
}

test('200 posts the differences as the operator; 403 when it is not finished, and again', async () => {
  const { server, simulate, audit, service } = simulation();
  const { customerNo, CountReference } = await opened();
  expect((await simulate(customerNo, { CountReference })).status).toBe(403);
  const recorded = { CustomerNo: customerNo, CountReference, Lines: [{ ...line, Quantity: 98 }] };
  for (let time = 0; time < 2; time += 1) await service.call('Simulation/RecordCount', recorded);
  const { status, body } = await simulate(customerNo, { CountReference });
  expect([status, body.Lines]).toEqual([200, [{ ...line, Quantity: -2 }]]);
  expect(await balanceOf(server.environment.db, customerNo, 'WINE-1')).toMatchObject({ onHand: 98 });
  expect((await service.call('Simulation/GetState', { CustomerNo: customerNo })).body.Counts).toEqual([]);
  expect((await simulate(customerNo, { CountReference })).status).toBe(403);
  expect(await audit()).toMatchObject({
    action: 'count.approved',
    subject: CountReference,
    for_customer: customerNo,
    after: { Warehouse: 'APC01', Differences: [{ itemNo: 'WINE-1', status: 'GOOD-NO-TX', quantity: -2 }] },
  });
  const { body: changes } = await service.call('Inventory/ListChanges', { Customers: [customerNo], Kinds: ['count'] });
  expect(changes.Records).toMatchObject([{ Warehouse: 'APC01', Items: [{ ItemNo: 'WINE-1', Quantity: -2 }] }]);
  await expectLedgerConsistent(server.environment.db);
});

test('400 without the count', async () => {
  const { customerNo } = await opened();
  expect((await simulation().simulate(customerNo, {})).status).toBe(400);
});

test('403 while it is not finished', async () => {
  const { customerNo, CountReference } = await opened();
  expect((await simulation().simulate(customerNo, { CountReference })).body.Code).toBe('StateForbids');
});

test('404 for an unknown count', async () => {
  const { customerNo } = await opened();
  expect((await simulation().simulate(customerNo, { CountReference: uuidv7() })).status).toBe(404);
});
