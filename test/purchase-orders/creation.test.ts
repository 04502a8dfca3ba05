/** Purchase orders created in batches and by concurrent processes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { createPurchaseOrders, type PurchaseOrderCreation } from '../../src/purchase-orders/index.ts';
import { givenCustomer, givenItems } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { expectLedgerConsistent } from '../support/ledger.ts';
import { openWiredDb } from '../support/wired-db.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterAll(async () => {
  await expectLedgerConsistent(db);
  await db.close();
  await database.drop();
});

async function winery(): Promise<string> {
  const customerNo = await givenCustomer(db);
  await givenItems(db, customerNo, [{ itemNo: 'PIN' }, { itemNo: 'CAB' }]);
  return customerNo;
}

function creation(customerNo: string, customerReferenceNo: string, itemNo = 'PIN'): PurchaseOrderCreation {
  return {
    customerNo,
    reference: uuidv7(),
    operation: 'InventoryMovement/CreatePurchaseOrder',
    actor: 'tester',
    unknownProperties: [],
    draft: {
      customerReferenceNo,
      transportMethod: 'DROPOFF',
      requestedDate: Temporal.PlainDate.from('2026-11-16'),
      warehouse: 'APC01',
      inventoryStatus: 'GOOD-NO-TX',
      referenceNo: 'DOCK-1',
      details: {
        firstName: '',
        lastName: '',
        company: '',
        address: '',
        address2: '',
        city: '',
        state: '',
        zipCode: '',
        phoneNumber: '',
        emailAddress: '',
        specialInstruction: '',
      },
      lines: [{ itemNo, description: '', quantity: 10 }],
    },
  };
}

const create = (...creations: PurchaseOrderCreation[]) => db.write((tx) => createPurchaseOrders(tx, creations));

const numbersOf = async (customerNo: string) =>
  (
    await db.rows<{ number: string }>(
      'select purchase_order_number as number from purchase_orders where customer_no = $1 order by 1',
      [customerNo],
    )
  ).map(({ number }) => number);

test('a batch of several customers handles a new order, a repeat, a reused reference and a rejected order independently', async () => {
  const [one, two] = [await winery(), await winery()];
  const first = creation(one, 'A');
  await create(first);
  const outcomes = await create(
    creation(two, 'A'),
    creation(one, 'B'),
    creation(one, 'A'),
    creation(one, 'C', 'NONE'),
    creation(two, 'B', 'CAB'),
    creation(one, 'D'),
  );
  expect(outcomes).toMatchObject([
    { ok: {} },
    { ok: {} },
    { ok: { reference: first.reference } },
    { refused: { code: 'ValidationFailed', faults: [{ field: 'ItemsInfo[0].ItemNo', code: 'UnknownItem' }] } },
    { ok: {} },
    { ok: {} },
  ]);
  expect(await create(creation(one, 'A', 'CAB'))).toMatchObject([{ refused: { code: 'DuplicatePurchaseOrder' } }]);
  expect(await numbersOf(one)).toEqual(['PO000001', 'PO000002', 'PO000003']);
  expect(await numbersOf(two)).toEqual(['PO000001', 'PO000002']);
  const held = await db.rows<{ name: string }>(
    'select customer_reference_no as name from purchase_order_identities where customer_no = $1 order by 1',
    [one],
  );
  expect(held.map(({ name }) => name)).toEqual(['A', 'B', 'D']);
});

test('of two identical orders in concurrent transactions, one is created and the other returns its number', async () => {
  const customerNo = await winery();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => create(creation(customerNo, 'A'))));
  const references = outcomes.map(([outcome]) => (outcome && 'ok' in outcome ? outcome.ok.reference : undefined));
  expect(new Set(references).size).toBe(1);
  expect(references[0]).toBeDefined();
  expect(await numbersOf(customerNo)).toEqual(['PO000001']);
});

test('concurrent transactions with the same items create purchase orders without gaps in the numbers', async () => {
  const customerNo = await winery();
  const names = Array.from({ length: 24 }, (_, i) => `ORDER-${i}`);
  await Promise.all(
    names.map((name, i) =>
      create(
        creation(customerNo, name, i % 2 ? 'PIN' : 'CAB'),
        creation(customerNo, `${name}-B`, i % 2 ? 'CAB' : 'PIN'),
      ),
    ),
  );
  expect(await numbersOf(customerNo)).toEqual(
    Array.from({ length: 48 }, (_, i) => `PO${String(i + 1).padStart(6, '0')}`),
  );
});
