/**
 * A process that requests the label of a JIT order like GenerateJitLabel, and kills itself at the point CRASH_AT. Used
 * by the crash test.
 */
import { preloadZipPlaces } from '../../src/addresses/index.ts';
import type { CarrierGateway } from '../../src/carriers/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { jitLabelGenerationWriter } from '../../src/shipping-labels/jit/generate-labels.ts';
import { buyOrAwaitLabels } from '../../src/shipping-labels/label-work.ts';
import { labelDeps } from '../carriers/production.ts';
import { openWiredDb } from '../support/wired-db.ts';

const { DATABASE = '{}', CARRIER_URL = '', CUSTOMER_NO = '', ORDER_NO = '', CRASH_AT = '' } = process.env;

async function reach(point: string): Promise<void> {
  if (CRASH_AT !== point) return;
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

preloadZipPlaces();
const db = openWiredDb(JSON.parse(DATABASE));
const place = labelDeps(db, CARRIER_URL, [], 20_000);
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

const ask = (before: string) =>
  db.write(async (tx) => {
    const outcomes = await jitLabelGenerationWriter.write(tx, [
      {
        customerNo: CUSTOMER_NO,
        order: { customerNo: CUSTOMER_NO, orderNo: ORDER_NO, shipmentKey: undefined },
        customerName: 'Winery',
        carriers: 'gateway',
        reference: uuidv7(),
        operation: 'SalesOrder/GenerateJitLabel',
        actor: 'test',
      },
    ]);
    await reach(before);
    return outcomes[0];
  });

const first = await ask('before the intent is committed');
await reach('after the intent');
if (first === undefined || 'refused' in first || first.ok.state !== 'awaited') throw new Error(JSON.stringify(first));
await buyOrAwaitLabels({ ...place, gateway: dying }, first.ok.order, performance.now() + 20_000);
await reach('after the record');
await ask('before the label is committed');
await reach('before it is answered');
await db.close();
process.stdout.write('done\n');
