/**
 * What callers and databases see changes only on purpose: the OpenAPI document and the schema are as they were
 * committed. Also the rule of the schema: what belongs to a customer is kept and found by `customer_no` first.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  openApiSnapshot,
  openApiText,
  operatorOpenApiSnapshot,
  operatorOpenApiText,
} from '../../scripts/snapshots-openapi.ts';
import { schemaSnapshot, schemaText } from '../../scripts/snapshots-schema.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { root } from './tree.ts';

const renew = 'when the change is meant: node scripts/snapshots.mjs, and commit what it wrote';

function committed(file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return '';
  }
}

test.each([
  [openApiSnapshot, openApiText],
  [operatorOpenApiSnapshot, operatorOpenApiText],
])('%s is as it was committed', (file, text) => {
  const now = text();
  if (now === committed(file)) return;
  expect(changes(JSON.parse(committed(file) || '{}'), JSON.parse(now)), renew).toEqual([]);
  expect.fail(`only its order has changed; ${renew}`);
});

test('a change is named by where it is', () => {
  const before = { paths: { a: { post: { summary: 'x' } }, b: {} } };
  const after = { paths: { a: { post: { summary: 'y' } }, c: {} } };
  expect(changes(before, after)).toEqual(['paths a post summary', 'paths b', 'paths c']);
});

/** A schema's tables and functions by the line that names them. */
function parts(schema: string): Record<string, readonly string[]> {
  const blocks = schema.split('\n\n').map((block) => block.split('\n'));
  return Object.fromEntries(blocks.map(([name = '', ...lines]) => [name, lines]));
}

/** Where two documents differ, at most four names deep: the operation, the schema, the part of it. */
function changes(before: unknown, after: unknown, at: readonly string[] = []): string[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [a, b] = [before, after] as Record<string, unknown>[];
  const inside = [a, b].every((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
  if (a === undefined || b === undefined || !inside || at.length === 4) return [at.join(' ')];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) =>
    changes(a[name], b[name], [...at, name]),
  );
}

describe('the schema', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase('migrated');
  });
  afterAll(() => database.drop());

  test('is as it was committed; distribution replaces one function only', async () => {
    const replaced = inject('testServer').citus ? ['CREATE OR REPLACE FUNCTION public.refuse_unknown_status()'] : [];
    const [before, now] = [committed(schemaSnapshot), await schemaText(database.pool)].map(parts);
    expect(changes(before, now), renew).toEqual(replaced);
  });

  test('begins every key of a customer’s table with customer_no', async () => {
    expect(await keyFaults(database)).toEqual([]);
  });

  test('is refused when a key begins otherwise, or a table has no customer', async () => {
    await database.pool.query(`
      create table right_one (customer_no text, id uuid, primary key (customer_no, id));
      create table wrong_one (customer_no text, id uuid primary key, name text, unique (name));
      create table wrong_two (customer_no text, id uuid, primary key (customer_no, id),
                              other uuid references wrong_one (id));
      create table wrong_three (id uuid primary key);`);
    try {
      expect(await keyFaults(database)).toEqual([
        'wrong_one: begin PRIMARY KEY (id) with customer_no',
        'wrong_one: begin UNIQUE (name) with customer_no',
        'wrong_three: give it customer_no, or add it to the operator’s tables here',
        'wrong_two: begin FOREIGN KEY (other) REFERENCES wrong_one(id) with customer_no',
      ]);
    } finally {
      await database.pool.query('drop table right_one, wrong_two, wrong_one, wrong_three');
    }
  });
});

/** Tables that hold nothing of a customer: the operator's own data, and users, who may act for several customers. */
const operatorTables = new Set([
  'api_user_passwords',
  'api_users',
  'carrier_accounts',
  'carrier_holidays',
  'carrier_location_version',
  'carrier_locations',
  'carrier_rules',
  'inventory_statuses',
  'movement_months',
  'operator_audit',
  'operator_recovery_codes',
  'operator_sessions',
  'operator_settings_version',
  'packing_rules',
  'floor_waves',
  'stray_packages',
  'floor_manifests',
  'floor_schedules',
  'locations',
  'manifest_forms',
  'pick_tasks',
  'count_plans',
  'count_sheets',
  'secret_key_check',
  'operator_sign_in_failures',
  'operators',
  'reason_codes',
  'saved_views',
  'schema_migrations',
  'shippers',
  'transit_times',
  'varietals',
  'verify_runs',
  'warehouse_addresses',
  'warehouse_cutoffs',
  'warehouses',
]);

async function keyFaults({ pool }: TestDatabase): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string; customers: boolean }>(
    `select c.relname as name,
            exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'customer_no') as customers
       from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
  );
  const { rows: keys } = await pool.query<{ name: string; key: string; first: string; to: string | null }>(
    `select c.relname as name, pg_get_constraintdef(k.oid) as key, a.attname as first, t.relname as to
       from pg_constraint k
       join pg_class c on c.oid = k.conrelid
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
       left join pg_class t on t.oid = k.confrelid
      where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f') and not c.relispartition`,
  );
  const ofCustomers = new Set(tables.filter(({ customers }) => customers).map(({ name }) => name));
  const homeless = tables
    .filter(({ name }) => !ofCustomers.has(name) && !operatorTables.has(name))
    .map(({ name }) => `${name}: give it customer_no, or add it to the operator’s tables here`);
  const wrong = keys
    .filter(
      ({ name, first, to }) => ofCustomers.has(name) && first !== 'customer_no' && (to === null || ofCustomers.has(to)),
    )
    .map(({ name, key }) => `${name}: begin ${key} with customer_no`);
  return [...homeless, ...wrong].sort();
}
