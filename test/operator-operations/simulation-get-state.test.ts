/** Simulation/GetState: the clock, its next step and what can be received; nothing of the simulation exists in production. */
import { expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import { signedIn } from '../support/operator.ts';
import { openInboundWinery } from '../support/purchase-orders.ts';
import { openTestServer } from '../support/server.ts';
import { useSimulation } from '../support/simulation.ts';
import { openTransferWinery } from '../transfer-orders/transfer-winery.ts';

const simulation = useSimulation('Simulation/GetState');

test('200 names the announced purchase orders', async () => {
  const { server, simulate, service } = simulation();
  const winery = await openInboundWinery(server);
  await winery.created();
  const { status, body } = await simulate(winery.customerNo, {});
  expect([status, body.PurchaseOrders, body.TransferOrders]).toMatchObject([
    200,
    [{ CustomerReferenceNo: 'INBOUND-1', Warehouse: 'APC01', Status: 'OPEN', RequestedDate: '11/16/2026' }],
    [],
  ]);
  expect(body.IsAutomatic).toBe(true);
  expect(body.Next).toBeUndefined();
  await service.call('Simulation/ReceivePurchaseOrder', {
    CustomerNo: winery.customerNo,
    CustomerReferenceNo: 'INBOUND-1',
  });
  expect((await simulate(winery.customerNo, {})).body.PurchaseOrders).toEqual([]);
});

test('200 has the time of the clock, its next step and transfers on the way', async () => {
  const { server, simulate } = simulation();
  const winery = await openTransferWinery(server);
  await winery.transferred();
  await winery.until('2031-03-04T09:05:00');
  const { body } = await simulate(winery.customerNo, {});
  expect(body).toMatchObject({
    Now: expect.stringMatching(/^2031-03-04T/),
    Next: { At: expect.stringMatching(/^2031-03-/), Step: 'transfer_order.arrive' },
    PurchaseOrders: [],
    TransferOrders: [
      { CustomerReferenceNo: 'MOVE-1', Status: 'IN TRANSIT', FromWarehouse: 'APC01', ToWarehouse: 'SJU01' },
    ],
  });
});

test('400 without a customer', async () => {
  const { status, body } = await simulation().service.call('Simulation/GetState');
  expect([status, body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
});

test('404 for a customer that does not exist', async () => {
  expect((await simulation().simulate('UNKNOWN', {})).status).toBe(404);
});

test('404 in production, where nothing is simulated', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { call } = await signedIn(production, 'admin');
    expect((await call('Session/Get')).status).toBe(200);
    const names = operatorOperations.map(operationName).filter((name) => name.startsWith('Simulation/'));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect([name, (await call(name)).status]).toEqual([name, 404]);
  } finally {
    await production.close();
  }
});
