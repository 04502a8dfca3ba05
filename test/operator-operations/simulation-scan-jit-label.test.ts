/** Simulation/ScanJitLabel: the goods of a JIT order arrive at the packing station. */
import { expect, test } from 'vitest';
import { openJitWinery } from '../shipping-labels/jit-winery.ts';
import { useSimulation } from '../support/simulation.ts';

const simulation = useSimulation('Simulation/ScanJitLabel');

async function labeled(orderNo: string, more: object = {}) {
  const winery = await openJitWinery(simulation().server);
  await winery.jitOrder(orderNo, more);
  const { body } = await winery.generate({ OrderNo: orderNo, AlternateLabelFormat: 'LabelPDF' });
  return { customerNo: winery.customerNo, JITLabelID: body.JITLabelID as string };
}

test('200 begins to process the order, and records it', async () => {
  const { simulate, audit } = simulation();
  const { customerNo, JITLabelID } = await labeled('JIT-OP-1');
  const { status, body } = await simulate(customerNo, { JITLabelID });
  expect([status, body]).toMatchObject([200, { OrderNo: 'JIT-OP-1', Status: 'PROCESSING ORDER' }]);
  expect(await audit()).toMatchObject({
    action: 'jit_label.scanned',
    subject: JITLabelID,
    for_customer: customerNo,
    before: null,
    after: { JITLabelID },
  });
});

test('400 without a label', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  expect((await simulate(customerNo, { JITLabelID: '' })).status).toBe(400);
});

test('403 while the order is on hold', async () => {
  const { customerNo, JITLabelID } = await labeled('JIT-OP-2', { OrderInfo: { HoldOrder: true } });
  expect(await simulation().simulate(customerNo, { JITLabelID })).toMatchObject({
    status: 403,
    body: { Code: 'StateForbids' },
  });
});

test('404 for an unknown label or customer', async () => {
  const { server, simulate } = simulation();
  const { customerNo } = await server.customer();
  const request = { JITLabelID: 'JIT-W100-7K3M9QX2PA' };
  for (const customer of [customerNo, 'UNKNOWN']) expect((await simulate(customer, request)).status).toBe(404);
});
