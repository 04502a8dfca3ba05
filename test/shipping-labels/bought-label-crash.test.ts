/** A JIT label is bought once, whenever its process is killed. */
import path from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps, later } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { run } from '../support/process.ts';
import type { TestServer } from '../support/server.ts';
import { openJitWinery } from './jit-winery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openProductionServer();
});
afterAll(() => server.close());

describe.each([
  ['before the intent is committed', 0],
  ['after the intent', 0],
  ['before the shipment is recorded', 0],
  ['before the call', 0],
  ['during the call', 1],
  ['after the call, before the record', 1],
  ['after the record', 2],
  ['before the label is committed', 2],
  ['before it is answered', 2],
] as const)('killed %s', (point, paidByThen) => {
  test('each of two packages has one label, and the order one label id', async () => {
    const carrier = await openFakeCarrier();
    try {
      const { db } = server.environment;
      connectCarrier(server.environment, carrier.url);
      const winery = await openJitWinery(server);
      const OrderNo = 'CRASH-1';
      await winery.jitOrder(OrderNo, {
        ShipmentInfo: { ShippingCarrier: 'BSW', ServiceWarehouseLocation: 'APC01' },
        ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 18 }],
      });
      const asker = run(execPath, [path.join(import.meta.dirname, 'label-client.ts')], {
        env: {
          DATABASE: JSON.stringify(server.database.options),
          CARRIER_URL: carrier.url,
          CUSTOMER_NO: winery.customerNo,
          ORDER_NO: OrderNo,
          CRASH_AT: point,
        },
      });
      carrier.interrupt = (request, usual) => {
        const answer = usual();
        if (point !== 'during the call' || !request.path.endsWith('/buy')) return answer;
        asker.kill('SIGKILL');
        return 'silence';
      };
      const end = await asker.ended();
      expect(end.signal, asker.stderr()).toBe('SIGKILL');
      expect(carrier.paid()).toHaveLength(paidByThen);

      carrier.interrupt = (_request, usual) => usual();
      await later(db);
      const answers = [];
      for (let time = 1; time <= 2; time += 1) {
        answers.push(await winery.generate({ OrderNo, AlternateLabelFormat: 'LabelPDF' }));
        await later(db);
        await buyAndVoidDueLabels(labelDeps(db, carrier.url), winery.customerNo);
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers[1]?.body).toEqual(answers[0]?.body);
      expect(carrier.paid().map(({ refundStatus }) => refundStatus)).toEqual([null, null]);
      expect(await winery.labels()).toHaveLength(1);
      expect(await verifyWholeDatabase(db)).toEqual([]);
    } finally {
      await carrier.close();
    }
  });
});
