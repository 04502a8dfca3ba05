/** Every statement is ready for tables that are distributed by customer, or is a named exception. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { customerTables, statementsOf, unscopedTables } from './statements.ts';
import { readTree, root } from './tree.ts';

const tables = customerTables(readFileSync(path.join(root, 'schema.snapshot.sql'), 'utf8'));
const sources = readTree().filter(({ path: file }) => file.startsWith('src/') && !/[.]test[.]ts$/.test(file));

const byCustomer = 'maintains sums of customers in the background, and lists which have any';

/** Files with statements that do not name customers, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'due-work-store.ts': 'finds the customers with due work',
  'nodes.ts': 'finds the customers of each node',
  'idempotency-key-store.ts': 'deletes the expired keys of all customers',
  'photo-sweep.ts': 'deletes the unused photos of all customers',
  'printed-document-sweep.ts': 'deletes the old documents of all customers',
  'commit-markers.ts': 'deletes the markers of transactions, of all customers',
  'log-reader.ts': 'finds the customers whose log has grown',
  'lease-store.ts': 'finds the customers with events to read or deliveries to send',
  'renew-cursors.ts': 'finds the customers that have read all of their events',
  'retention.ts': 'finds the customers with deliveries',
  'webhook-metrics.ts': 'counts over all customers, for the operator',
  ...Object.fromEntries(
    [
      'list-orders.ts',
      'floor-lists.ts',
      'boxes-left-behind.ts',
      'item-code-lists.ts',
      'orders-to-release.ts',
      'throughput.ts',
      'picking-lists.ts',
      'receiving-lists.ts',
      'find-at-station.ts',
      'list-purchase-orders.ts',
      'list-transfer-orders.ts',
      'list-locations.ts',
      'list-placement.ts',
      'list-counts.ts',
      'list-stock-take.ts',
      'list-replenishment-rules.ts',
      'list-endpoints.ts',
      'count-plan-lists.ts',
      'list-balances.ts',
      'list-returns.ts',
      'list-skus.ts',
      'journal-reads.ts',
      'exceptions.ts',
      'overview.ts',
      'day-figures.ts',
      'search.ts',
      'inbound-search.ts',
      'order-filter.ts',
      'held-orders.ts',
      'exact-names.ts',
    ].map((file) => [file, 'lists across customers, for the operator']),
  ),
  'backup.ts': 'prints the statement that an operator runs after a restore, for all customers',
  'heartbeat.ts': 'probes that the database can be read',
  'distribution.ts': 'defines the check of rows as they are inserted',
  'movement-months.ts': byCustomer,
  'log-months.ts': 'a month is detached when the readers of all customers have read it',
  'month-archive.ts': 'archives a month of all customers',
  'rollups.ts': byCustomer,
  'package-blocks.ts': byCustomer,
  'administered-change.ts': 'a user of the API acts for several customers',
  'resolve-customer-nos.ts': 'finds customers by numbers in any letter case',
  'credential-store.ts': 'a user of the API acts for several customers',
  'customers.ts': 'a user of the API acts for several customers',
  'settings-store.ts': "reads the operator's data of all customers",
  'standing-rule-store.ts': 'reads rules that are for all customers',
  'hold-store.ts': 'finds the customers with holds or due work',
  'label-intent-store.ts': 'finds the customers with due labels, and the voided ones of a manifest of many customers',
  'tracking-lookups.ts': 'finds the customers with due lookups',
  'package-seq-ranges.ts': 'its customer is in the filter that it is composed with',
  'package-pages.ts': 'its customer is in the filter that it is composed with',
  'transaction-reads.ts': 'its customer is in the filter that it is composed with',
};

/** `dray verify` checks the data of all customers, on request of the operator or nightly. */
const isVerify = (file: string) => /verify/.test(path.basename(file));

test('every table of customers’ data in a statement is compared with the customers of its parameters', () => {
  const unscoped = sources
    .filter(({ path: file }) => exceptions[path.basename(file)] === undefined && !isVerify(file))
    .flatMap((file) =>
      statementsOf(file).flatMap((sql) => unscopedTables(sql, tables).map((t) => [file.path, t, sql])),
    );
  expect(unscoped).toEqual([]);
});

test('no statement names rows by ctid, and none recurses', () => {
  const all = sources.flatMap((file) => statementsOf(file).map((sql) => [file.path, sql] as const));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(([, sql]) => /\bctid\b|\bwith recursive\b/i.test(sql))).toEqual([]);
});

test.each([
  ["select * from balances b where b.customer_no = $1 and b.item_no = 'x'", []],
  ['select * from balances where customer_no = any ($1::text[])', []],
  [`update balances b set x = 1 from k where \${set.match('b', 'k')}`, []],
  ['select * from balances b join skus s using (customer_no, item_no) where b.customer_no = $1', ['skus']],
  ['delete from balances where item_no = $1', ['balances']],
  ['select * from warehouses', []],
])('%s', (sql, expected) => {
  expect(unscopedTables(sql, tables)).toEqual(expected);
});

test('statements are found in literals, with the constants of their file, and not in comments', () => {
  const text = [
    '// `select 1 from a`',
    "const own = 'customer_no = $1';",
    `run(\`select * from skus where \${own}\`);`,
    "write('select a word');",
  ].join('\n');
  expect(statementsOf({ path: 'x.ts', text })).toEqual(['select * from skus where customer_no = $1', 'select a word']);
});
