/** SKUs created in batches and by concurrent processes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { createSkus, readSkus, type SkuCreation } from '../../src/skus/index.ts';
import { givenCustomer } from '../support/catalog.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openWiredDb } from '../support/wired-db.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await openTestDatabase();
  db = openWiredDb(database.options);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

function creation(customerNo: string, itemNo: string, description = 'Pinot Noir'): SkuCreation {
  return {
    customerNo,
    reference: uuidv7(),
    operation: 'SKU/CreateSKU',
    actor: 'tester',
    unknownProperties: [],
    requestor: { firstName: 'Sample', lastName: 'Requestor', emailAddress: 'r@example.com', phoneNumber: '' },
    draft: {
      itemNo,
      description,
      category: 'Wine',
      storage: 'service',
      vintage: '',
      varietal: 'Pinot Noir',
      appellation: '',
      value: '48.00',
      alcoholByVolume: '',
      upcCode: '',
      uom: '750',
      bottlesPerCase: undefined,
      casesPerPallet: undefined,
      classification: '',
      comments: '',
    },
  };
}

const create = (...creations: SkuCreation[]) => db.write((tx) => createSkus(tx, creations));

test('a batch of several customers handles a new SKU, a repeat and a reused number with other content independently', async () => {
  const [one, two] = [await givenCustomer(db), await givenCustomer(db)];
  const [first, second] = [creation(one, 'A'), creation(one, 'B')];
  await create(first, second);
  expect(
    await create(creation(two, 'A'), creation(one, 'C'), creation(one, 'A'), creation(one, 'B', 'Cabernet')),
  ).toMatchObject([
    { ok: {} },
    { ok: {} },
    { ok: { reference: first.reference } },
    { refused: { code: 'DuplicateItem', reason: expect.stringContaining(second.reference) } },
  ]);
  const keys = [one, two].flatMap((customerNo) => ['A', 'B', 'C'].map((itemNo) => ({ customerNo, itemNo })));
  const found = [...(await readSkus(db, [...keys, ...keys])).values()];
  expect(found.map((sku) => `${sku.customerNo} ${sku.itemNo} ${sku.description}`).toSorted()).toEqual([
    `${one} A Pinot Noir`,
    `${one} B Pinot Noir`,
    `${one} C Pinot Noir`,
    `${two} A Pinot Noir`,
  ]);
});

test('of identical SKUs in concurrent transactions with opposite order, one is created and the others return it', async () => {
  const customerNo = await givenCustomer(db);
  const sets = Array.from({ length: 10 }, (_, i) => {
    const set = ['A', 'B', 'C'].map((itemNo) => creation(customerNo, itemNo));
    return create(...(i % 2 ? set : set.toReversed()));
  });
  const outcomes = (await Promise.all(sets)).flat();
  const references = outcomes.map((outcome) => ('ok' in outcome ? outcome.ok.reference : undefined));
  expect(references).not.toContain(undefined);
  expect(new Set(references).size).toBe(3);
});
