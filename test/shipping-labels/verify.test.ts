/** `dray verify` on labels: each inconsistency is created and must be reported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { packScannedJitOrders } from '../../src/shipping-labels/index.ts';
import { verifyWholeDatabase } from '../../src/verify.ts';
import { type FakeCarrier, openFakeCarrier } from '../carriers/fake-carrier.ts';
import { connectCarrier, labelDeps, process as processOrders } from '../carriers/production.ts';
import { openProductionServer } from '../carriers/production-server.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import type { Json } from '../support/winery.ts';
import { openJitWinery } from './jit-winery.ts';

let server: TestServer;
let db: Db;
let carrier: FakeCarrier;

beforeAll(async () => {
  carrier = await openFakeCarrier();
  server = await openProductionServer();
  db = server.environment.db;
  connectCarrier(server.environment, carrier.url);
});
afterAll(async () => {
  await server.close();
  await carrier.close();
});

const ShipmentInfo = { ShippingCarrier: 'BSW', ShippingCarrierService: 'GRND', ServiceWarehouseLocation: 'APC01' };

/** A packed club order; and three JIT orders: packed, labeled, canceled. */
async function openLabeled() {
  const winery = await openJitWinery(server);
  const { customerNo } = winery;
  await winery.arrive('WINE-1', 50);
  const club = await winery.created({ ShipmentInfo, ItemsInfo: [{ ItemNo: 'WINE-1', ItemQuantity: 13 }] });
  const benched = await winery.jitOrder('JIT-BENCHED', { ShipmentInfo });
  const labeled = await winery.jitOrder('JIT-LABELED', { ShipmentInfo });
  const canceled = await winery.jitOrder('JIT-CANCELED', { ShipmentInfo });
  const labels: string[] = [];
  for (const OrderNo of ['JIT-BENCHED', 'JIT-LABELED', 'JIT-CANCELED']) {
    labels.push((await winery.generate({ OrderNo, AlternateLabelFormat: 'LabelPDF' })).body.JITLabelID);
  }
  const scan = { customerNo, scanned: labels[0] as string, at: Temporal.Now.instant() };
  await db.write((tx) =>
    packScannedJitOrders(tx, [{ ...scan, reference: uuidv7(), operation: 'test', actor: 'test' }], 'gateway'),
  );
  await winery.cancel({ TransactionReferenceNumber: canceled });
  // The labeled order stays open: it waits for the scan of its label.
  await processOrders(labelDeps(db, carrier.url), customerNo);
  return { customerNo, orders: { club, benched, labeled, canceled } };
}

const faultsOf = async (customerNo: string): Promise<string[]> =>
  (await verifyWholeDatabase(db)).filter((fault) => fault.startsWith(customerNo));

type Which = 'club' | 'benched' | 'labeled' | 'canceled';

test.each<[string, Which, string, string]>([
  [
    'a package bears another number than its label',
    'club',
    `update packages set tracking_no = '1' where order_id = $1 and package_no = 2`,
    'package 2: its tracking number is 1, that of its label 7946',
  ],
  [
    'a package goes by another way than its label',
    'club',
    `update packages set service = 'ONPR' where order_id = $1 and package_no = 1`,
    'package 1: its service is FEX ONPR, that of its label FEX GRND',
  ],
  [
    'a package holds something else than its label was bought for',
    'club',
    `update label_intents set plan = jsonb_set(plan, '{items,0,units}', '11') where order_id = $1 and package_no = 1`,
    'package 1: its contents differ from those of its label',
  ],
  [
    'a package has lost its label',
    'club',
    `update label_intents set state = 'voided' where order_id = $1 and package_no = 1`,
    'package 1: it has no label',
  ],
  [
    'a label that is not bought yet is on its package',
    'club',
    `update label_intents set state = 'wanted' where order_id = $1 and package_no = 1`,
    'but its label is wanted',
  ],
  [
    'a label was bought, and its package never appeared',
    'club',
    'delete from packages where order_id = $1 and package_no = 2',
    'is bought, but the package does not exist',
  ],
  [
    'a label that was paid for has no number',
    'labeled',
    `update label_intents set tracking_no = '' where order_id = $1`,
    'its label is bought, but has no shipment or no tracking number',
  ],
  [
    'a label of a canceled order is kept',
    'canceled',
    `update label_intents set state = 'bought' where order_id = $1`,
    'its label is bought, but its order is CANCELED',
  ],
  [
    'an order has forgotten its label',
    'labeled',
    'update sales_orders set jit_label_id = null where order_id = $1',
    'its order has none',
  ],
  [
    'an order has a label that does not exist',
    'labeled',
    'delete from jit_labels where order_id = $1',
    'its order has it, but the label does not exist',
  ],
  [
    'a label whose order is gone',
    'labeled',
    'with gone as (delete from label_intents where order_id = $1) delete from sales_orders where order_id = $1',
    'its order is gone',
  ],
  [
    'a label that was scanned, of an order that was not taken up',
    'labeled',
    'update jit_labels set scanned_at = now() where order_id = $1',
    'was scanned, but its order is RECEIVED',
  ],
  [
    'a JIT order was packed, and its label was never scanned',
    'benched',
    'update jit_labels set scanned_at = null where order_id = $1',
    '1 packages of a JIT order whose label was not scanned',
  ],
  [
    'a file that a carrier made is of no label of its order',
    'labeled',
    'update carrier_label_files set intent_id = md5(intent_id::text)::uuid where order_id = $1',
    'which the order does not have',
  ],
  [
    'what was printed is of an order that does not exist',
    'benched',
    `insert into printed_documents (customer_no, order_id, packing, content)
     select customer_no, gen_random_uuid(), '', '{}' from sales_orders where order_id = $1`,
    'a printed document of an order that does not exist',
  ],
])('%s', async (_, which, corrupt, told) => {
  const { customerNo, orders } = await openLabeled();
  expect(await faultsOf(customerNo)).toEqual([]);
  await db.rows(corrupt, [orders[which]]);
  const faults = await faultsOf(customerNo);
  expect(faults.join('\n')).toContain(told);
  expect(faults.filter((fault) => fault.includes(told))[0]).toMatch(new RegExp(`^${customerNo}`));
});

test('a label that has the id of another customer', async () => {
  const { customerNo, orders } = await openLabeled();
  const foreign = `JIT-OTHER-${'0'.repeat(10)}`;
  await db.rows('update jit_labels set jit_label_id = $2 where order_id = $1', [orders.labeled, foreign]);
  await db.rows('update sales_orders set jit_label_id = $2 where order_id = $1', [orders.labeled, foreign]);
  expect(await faultsOf(customerNo)).toEqual([`${customerNo}: JIT label ${foreign} has the id of another customer`]);
});

test('no faults with labels of simulated carriers', async () => {
  const simulated = await openTestServer();
  try {
    const winery = await openJitWinery(simulated);
    await winery.jitOrder('SIM-1');
    const { JITLabelID } = (await winery.generate({ OrderNo: 'SIM-1' })).body as Json;
    await winery.scan(JITLabelID);
    await winery.advance(1);
    expect(await verifyWholeDatabase(simulated.environment.db)).toEqual([]);
  } finally {
    await simulated.close();
  }
});
