/** A label is bought once, whenever its process is killed. */
import path from 'node:path';
import { execPath } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { type Program, run } from '../support/process.ts';
import type { TestServer } from '../support/server.ts';
import { openWinery } from '../support/winery.ts';
import { type FakeCarrier, openFakeCarrier } from './fake-carrier.ts';
import { labelDeps, later, process } from './production.ts';
import { openProductionServer } from './production-server.ts';

let server: TestServer;
let carrier: FakeCarrier;
beforeAll(async () => {
  server = await openProductionServer();
});
afterAll(async () => {
  await expectLedgerConsistent(server.environment.db);
  await server.close();
});

const worker = (customerNo: string, crashAt: string): Program =>
  run(execPath, [path.join(import.meta.dirname, 'label-worker.ts')], {
    env: {
      DATABASE: JSON.stringify(server.database.options),
      CARRIER_URL: carrier.url,
      CUSTOMER_NO: customerNo,
      CRASH_AT: crashAt,
    },
  });

describe.each([
  ['before the intent is committed', 0],
  ['after the intent', 0],
  ['before the shipment is recorded', 0],
  ['before the call', 0],
  ['during the call', 1],
  ['after the call, before the record', 1],
  ['after the record', 1],
] as const)('killed %s', (point, paidByThen) => {
  test('exactly one label is bought', async () => {
    carrier = await openFakeCarrier();
    try {
      const { db } = server.environment;
      const winery = await openWinery(server);
      const reference = await winery.created({
        ShipmentInfo: { ShippingCarrier: 'BSW', ServiceWarehouseLocation: 'APC01' },
      });

      const first = worker(winery.customerNo, point);
      carrier.interrupt = (request, usual) => {
        const answer = usual();
        if (point !== 'during the call' || !request.path.endsWith('/buy')) return answer;
        first.kill('SIGKILL');
        return 'silence';
      };
      const end = await first.ended();
      expect(end.signal, first.stderr()).toBe('SIGKILL');
      expect(carrier.paid()).toHaveLength(paidByThen);

      carrier.interrupt = (_request, usual) => usual();
      await later(db);
      const place = labelDeps(db, carrier.url);
      await process(place, winery.customerNo);
      // And once more without pending work.
      await later(db);
      await process(place, winery.customerNo);

      expect(carrier.paid()).toHaveLength(1);
      const packages = await db.rows('select status, carrier, service, tracking_no from packages where order_id = $1', [
        reference,
      ]);
      expect(packages).toEqual([
        { status: 'READY TO SHIP', carrier: 'FEX', service: 'GRND', tracking_no: carrier.paid()[0]?.trackingNo },
      ]);
    } finally {
      await carrier.close();
    }
  });
});
