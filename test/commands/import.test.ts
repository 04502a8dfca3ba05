/** `dray import`: what it loads, how it reports bad rows, and that an unusable file changes nothing. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCommandTree } from '../../src/commands/program.ts';
import { CliError } from '../../src/platform/cli-error.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let production: TestDatabase;
let testing: TestDatabase;
let folder: string;

beforeAll(async () => {
  production = await openTestDatabase();
  testing = await openTestDatabase();
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-import-'));
  vi.stubEnv('SECRET_KEY', 'a test key of at least 32 characters');
  vi.stubEnv('DATABASE_URL', urlOf(production));
  vi.stubEnv('TEST_DATABASE_URL', urlOf(testing));
  vi.stubEnv('POOL_SIZE', '3');
  vi.stubEnv('WRITE_SLOTS', '1');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
  await production.drop();
  await testing.drop();
});

function urlOf({ options, name }: TestDatabase): string {
  const { user = '', password, host = '', port = 5432 } = options;
  const secret = typeof password === 'string' ? `:${encodeURIComponent(password)}` : '';
  return `postgres://${encodeURIComponent(user)}${secret}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
}

interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

async function importing(kind: string, content: string | Uint8Array, ...more: string[]): Promise<Ran> {
  const file = path.join(folder, 'file.csv');
  writeFileSync(file, content);
  let out = '';
  let err = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
  const before = process.exitCode;
  process.exitCode = 0;
  try {
    await createCommandTree().parseAsync([
      'node',
      'dray',
      'import',
      kind,
      file,
      '--environment',
      'production',
      ...more,
    ]);
    return { out, err, code: Number(process.exitCode) };
  } catch (error) {
    if (error instanceof CliError) return { out, err: err + error.message, code: error.exitCode };
    throw error;
  } finally {
    process.exitCode = before;
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

const header = 'carrier,location_id,company,street,city,state,zip,alcohol\n';
const row = (carrier: string, id: string, zip = '94558') =>
  `${carrier},${id},Shop,100 Main Street,Napa,CA,${zip},yes\n`;

const stored = async () => {
  const { rows } = await production.pool.query<{ name: string }>(
    `select carrier || ' ' || location_id || ' ' || street_lines[1] as name from carrier_locations order by 1`,
  );
  return rows.map(({ name }) => name);
};

test('loads a directory, and loading it again replaces the entries of its carriers', async () => {
  const first = await importing('locations', header + row('FEX', 'A') + row('FEX', 'B') + row('UPS', 'U'));
  expect(first).toEqual({ out: 'production: imported 3, removed 0\n', err: '', code: 0 });
  expect(await stored()).toEqual(['FEX A 100 MAIN ST', 'FEX B 100 MAIN ST', 'UPS U 100 MAIN ST']);

  const second = await importing('locations', header + row('FEX', 'B') + row('FEX', 'C'), '--json');
  expect(JSON.parse(second.out)).toEqual({ Imported: 2, Removed: 1, Faults: [] });
  expect(await stored()).toEqual(['FEX B 100 MAIN ST', 'FEX C 100 MAIN ST', 'UPS U 100 MAIN ST']);
});

test('skips and reports bad rows, and keeps the existing entries that they name', async () => {
  const named = header + row('FEX', 'B', '10001') + row('FEX', 'D');
  const text = named + row('FDX', 'C');
  const ran = await importing('locations', text);
  expect(ran.code).toBe(1);
  expect(ran.out).toBe('production: imported 1, removed 0\n');
  expect(ran.err).toContain(
    '2 invalid rows were skipped\n  line 2, zip: ZIP code 10001 is in NY, but state is CA\n  line 4, carrier: must be',
  );
  // The row of another carrier may mean any location, such as FEX C.
  expect(ran.err).toContain('Because of rows that could not be read, nothing was removed.');
  const kept = ['FEX B 100 MAIN ST', 'FEX C 100 MAIN ST', 'FEX D 100 MAIN ST', 'UPS U 100 MAIN ST'];
  expect(await stored()).toEqual(kept);
  expect((await importing('locations', named)).out).toBe('production: imported 1, removed 1\n');
  expect(await stored()).toEqual(kept.filter((name) => !name.startsWith('FEX C')));

  const json = await importing('locations', text, '--json');
  expect(JSON.parse(json.out).Faults).toEqual([
    { Line: 2, Column: 'zip', Message: 'ZIP code 10001 is in NY, but state is CA' },
    { Line: 4, Column: 'carrier', Message: 'must be FEX or UPS, not "FDX"' },
  ]);
});

test.each([
  ['an empty file', '', 'the file is empty: nothing was imported'],
  ['an unknown column', header.replace('zip', 'plz'), 'unknown column "plz"'],
  ['a quote that is never closed', `${header}"FEX`, 'line 2: a quote is never closed'],
  ['no good row', header + row('DHL', 'A'), 'has no valid row: nothing was imported'],
  [
    'a NUL character',
    'carrier,location_id\rFEX,A\0B\r',
    'has a NUL character in line 2: save it as plain text in UTF-8',
  ],
  ['another encoding', Uint8Array.from([0x66, 0xe9, 0x0a]), 'is not written in UTF-8'],
])('%s changes nothing', async (_, content, message) => {
  const before = await stored();
  const ran = await importing('locations', content);
  expect(ran.code).toBe(1);
  expect(ran.err).toContain(message);
  expect(await stored()).toEqual(before);
});

test('loads transit times by service and carrier', async () => {
  const load = (...lines: string[]) =>
    importing('transit', ['origin_zip3,destination_zip3,service,days,carrier', ...lines].join('\n'));
  expect((await load('945,802,GRND,3,', '945,803,GRND,3,', '945,802,2DAY,2,UPS')).out).toBe(
    'production: imported 3, removed 0\n',
  );
  expect((await load('945,802,GRND,4,')).out).toBe('production: imported 1, removed 1\n');
  const { rows } = await production.pool.query('select * from transit_times order by service');
  expect(rows).toEqual([
    { origin_zip3: '945', destination_zip3: '802', service: '2DAY', carrier: 'UPS', days: 2 },
    { origin_zip3: '945', destination_zip3: '802', service: 'GRND', carrier: '*', days: 4 },
  ]);
  const bad = await load('945,802,GRND,x,');
  expect(bad).toMatchObject({ code: 1 });
});

test('keeps the transit times that invalid rows name', async () => {
  const load = (...lines: string[]) =>
    importing('transit', ['origin_zip3,destination_zip3,service,days,carrier', ...lines].join('\n'));
  await load('945,802,ONPR,3,', '945,803,ONPR,3,', '945,804,ONPR,3,');
  const ran = await load('945,802,ONPR,2,', '945,803,ONPR,two,', '945,805,ONPR,99,');
  expect(ran).toMatchObject({ code: 1, out: 'production: imported 1, removed 1\n' });
  const { rows } = await production.pool.query(
    `select destination_zip3 || ' ' || days as time from transit_times where service = 'ONPR' order by 1`,
  );
  expect(rows.map(({ time }) => time)).toEqual(['802 2', '803 3']);
});

test('a row that cannot be read removes nothing', async () => {
  const load = (...lines: string[]) =>
    importing('transit', ['origin_zip3,destination_zip3,service,days,carrier', ...lines].join('\n'));
  const times = async () => {
    const { rows } = await production.pool.query(
      `select origin_zip3 || ' ' || destination_zip3 || ' ' || days as time from transit_times where service = 'ONST' order by 1`,
    );
    return rows.map(({ time }) => time);
  };
  await load('945,054,ONST,3,', '010,802,ONST,3,', '945,804,ONST,3,');
  // A spreadsheet drops the zeros at the beginning.
  const shortened = await load('945,54,ONST,2,', '10,802,ONST,2,', '945,805,ONST,2,');
  expect(shortened).toMatchObject({ code: 1, out: 'production: imported 1, removed 0\n' });
  expect(shortened.err).toContain('Because of rows that could not be read, nothing was removed.');
  expect(await times()).toEqual(['010 802 3', '945 054 3', '945 804 3', '945 805 2']);
  expect((await load('945,054,ONST,2,,', '945,805,ONST,2,')).out).toBe('production: imported 1, removed 0\n');
  expect((await load('945,054,ONST,2,', '945,805,ONST,2,')).out).toBe('production: imported 2, removed 2\n');
  expect(await times()).toEqual(['945 054 2', '945 805 2']);

  await importing('locations', header + row('FEX', 'S') + row('FEX', 'T'));
  const ran = await importing('locations', header + row('FEX', 'S').replace('Shop', 'Shop, Inc.') + row('FEX', 'T'));
  expect(ran).toMatchObject({ code: 1, out: 'production: imported 1, removed 0\n' });
  expect(await stored()).toContain('FEX S 100 MAIN ST');
});

test('the test environment starts with a directory of its own, production with none', async () => {
  const { rows } = await testing.pool.query('select count(*)::int as count from carrier_locations');
  expect(rows[0].count).toBeGreaterThan(15_000);
});

test('a file that is too large for one import is named as that', async () => {
  const file = path.join(folder, 'large.csv');
  writeFileSync(file, '');
  truncateSync(file, 600_000_000);
  const error = await createCommandTree()
    .parseAsync(['node', 'dray', 'import', 'transit', file, '--environment', 'production'])
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringContaining('is larger than 536 MB') });
});

test('rejects a missing file as a usage error', async () => {
  const error = await createCommandTree()
    .parseAsync(['node', 'dray', 'import', 'transit', path.join(folder, 'none.csv'), '--environment', 'test'])
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CliError);
  expect(error).toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('cannot be read: ENOENT: no such file or directory'),
  });
});

test('imports are in the audit, with their counts', async () => {
  const { rows } = await production.pool.query(
    `select operation, action, after from operator_audit where operation like 'dray import%' order by audit_id`,
  );
  expect(rows[0]).toMatchObject({ operation: 'dray import locations', action: 'locations.imported' });
  expect(rows[0].after).toMatchObject({ Imported: expect.any(Number), Removed: expect.any(Number) });
  expect(new Set(rows.map(({ action }) => action))).toEqual(new Set(['locations.imported', 'transit.imported']));
});
