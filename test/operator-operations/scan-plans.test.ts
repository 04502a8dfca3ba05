/** A scan of an item finds it by its code, however much lies in the warehouse. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findScannedItems } from '../../src/bins/find-scanned.ts';
import { type CountedStatement, countingDb } from '../support/buffers.ts';
import { openPlainServer } from '../support/plain-server.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;

/** 40 customers with 500 items each at APC01; the UPC of the item 4711 has lost a leading zero; each has a code of its cases. */
beforeAll(async () => {
  server = await openPlainServer();
  const { db } = server.environment;
  const statements = [
    `insert into skus (customer_no, item_no, sku_id, content_hash, category, storage, description, vintage, varietal,
                       has_unknown_varietal, appellation, value, upc_code, uom, classification, comments, created_at)
     select 'M' || lpad((n / 500)::text, 3, '0'), 'Item-' || n, gen_random_uuid(), '', 'Wine', 'service', 'Wine', '', '', false, '', 20,
            case n when 4711 then '12 3456-78905' else '9' || lpad(n::text, 11, '0') end, '750', 'Still', '', now()
       from generate_series(0, 19999) n`,
    `insert into balances (customer_no, item_no, warehouse, status, on_hand)
     select s.customer_no, s.item_no, 'APC01', 'GOOD-NO-TX', 12 from skus s`,
    `insert into item_codes (customer_no, code, item_no, units)
     select s.customer_no, upper('CASE-' || s.item_no), s.item_no, 12 from skus s`,
    `insert into bin_contents (customer_no, item_no, warehouse, location, status, quantity)
     select s.customer_no, s.item_no, 'APC01', 'B-' || right(s.item_no, 1), 'GOOD-NO-TX', 12 from skus s`,
  ];
  for (const statement of statements) await db.rows(statement);
  for (const table of ['skus', 'balances', 'item_codes', 'bin_contents']) await db.rows(`vacuum analyze ${table}`);
});
afterAll(() => server.close());

test.each([
  ['its number in small letters', 'item-4711', ['Item-4711']],
  ['its UPC, which lost a zero, spaces and hyphens', '012345678905', ['Item-4711']],
  ['an added code', 'case-Item-4712', ['Item-4712']],
  ['nothing', 'zz', []],
])('%s is read without the stock of the warehouse', async (_, code, expected) => {
  const counted: CountedStatement[] = [];
  const found = await countingDb(server.environment.db, counted).snapshot((reader) =>
    findScannedItems(reader, 'APC01', code),
  );
  expect(found.map(({ itemNo }) => itemNo)).toEqual(expected);
  const [first] = counted;
  expect(first?.buffers, JSON.stringify(first?.plan, null, 1)).toBeLessThan(30);
  expect(counted.reduce((sum, { buffers }) => sum + buffers, 0)).toBeLessThan(700);
});
