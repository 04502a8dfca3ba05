/**
 * A process that processes an order, buys its label, and kills itself at the point CRASH_AT. Used by the crash test.
 */

import { preloadZipPlaces } from '../../src/addresses/index.ts';
import type { CarrierGateway } from '../../src/carriers/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { buyAndVoidDueLabels } from '../../src/shipping-labels/index.ts';
import { openWiredDb } from '../support/wired-db.ts';
import { labelDeps, takeUp } from './production.ts';

const { DATABASE = '{}', CARRIER_URL = '', CUSTOMER_NO = '', CRASH_AT = '' } = process.env;

async function reach(point: string): Promise<void> {
  if (CRASH_AT !== point) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

preloadZipPlaces();
const db = openWiredDb(JSON.parse(DATABASE));
const place = labelDeps(db, CARRIER_URL, [], 20_000);

const beforeCommit: Db = {
  ...db,
  write: (work, options) =>
    db.write(async (tx) => {
      const result = await work(tx);
      const [wanted] = await tx.rows('select 1 from label_intents');
      if (wanted !== undefined) await reach('before the intent is committed');
      return result;
    }, options),
};
await takeUp({ ...place, db: beforeCommit }, CUSTOMER_NO);
await reach('after the intent');

const dying: CarrierGateway = {
  ...place.gateway,
  rateAndChoose: async (request) => {
    const answer = await place.gateway.rateAndChoose(request);
    await reach('before the shipment is recorded');
    return answer;
  },
  buyLabel: async (purchase) => {
    await reach('before the call');
    const answer = await place.gateway.buyLabel(purchase);
    await reach('after the call, before the record');
    return answer;
  },
};
await buyAndVoidDueLabels({ ...place, gateway: dying }, CUSTOMER_NO);
await reach('after the record');
await db.close();
process.stdout.write('done\n');
