/** Simulation/AdjustInventory: stock that the operator finds or loses. */
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { balanceOf, givenItems } from '../support/catalog.ts';
import { openWinery } from '../support/held-orders.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/AdjustInventory');

const adjustment = (Quantity: number) => ({
  Warehouse: 'APC01',
  InventoryStatus: 'GOOD-NO-TX',
  ReasonCode: Quantity > 0 ? 'FOUND' : 'LOST',
  Items: [{ ItemNo: 'WINE-1', Quantity }],
});

test('200 posts the adjustment as the operator, and records it', async () => {
  const { server, simulate, audit, service } = simulation();
  const { customerNo } = await openWinery(server);
  expect((await simulate(customerNo, adjustment(20))).status).toBe(200);
  expect(await balanceOf(server.environment.db, customerNo, 'WINE-1')).toMatchObject({ onHand: 120 });
  const actor = `operator:${service.operator.email}`;
  expect(await audit()).toMatchObject({
    action: 'inventory.adjusted',
    subject: 'WINE-1',
    for_customer: customerNo,
    actor,
    before: null,
    after: adjustment(20),
  });
  const { rows } = await server.database.pool.query(
    'select distinct actor from log where customer_no = $1 and actor = $2',
    [customerNo, actor],
  );
  expect(rows).toHaveLength(1);
});

test('200 records many items by the first', async () => {
  const { server, simulate, audit } = simulation();
  const { customerNo } = await openWinery(server);
  // Together more than an index takes, also compressed.
  const names = Array.from({ length: 100 }, (_, n) => hash('sha256', `${n}`, 'hex'));
  await givenItems(
    server.environment.db,
    customerNo,
    names.map((itemNo) => ({ itemNo })),
  );
  const Items = names.map((ItemNo) => ({ ItemNo, Quantity: 1 }));
  expect((await simulate(customerNo, { ...adjustment(1), Items })).status).toBe(200);
  expect(await audit()).toMatchObject({
    subject: `${names[0]} and 99 more`,
    for_customer: customerNo,
    after: { Items },
  });
});

test('400 for more than there is, which is not recorded', async () => {
  const { server, simulate, audit } = simulation();
  const { customerNo } = await openWinery(server);
  expect((await simulate(customerNo, adjustment(-500))).status).toBe(400);
  expect((await audit())?.for_customer).not.toBe(customerNo);
});

test('404 for a customer that does not exist', async () => {
  expect((await simulation().simulate('UNKNOWN', adjustment(1))).status).toBe(404);
});
