import pg from 'pg';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../support/database.ts';

test('each has the schema of the program, and rows of its own', async () => {
  const [one, two] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  await one.pool.query('create table mine (a int)');
  const { rows } = await two.pool.query(
    `select to_regclass('mine') as mine, (select count(*)::int from schema_migrations) as migrations`,
  );
  expect(rows[0].mine).toBeNull();
  expect(rows[0].migrations).toBeGreaterThan(0);
  await Promise.all([one.drop(), two.drop()]);
});

test('fails on a client that was never released', async () => {
  const database = await openTestDatabase('empty');
  const client = await database.pool.connect();
  client.on('error', () => undefined);
  await client.query('select 1 as forgotten');
  await expect(database.drop()).rejects.toThrow(/1 connections were still open .*: select 1 as forgotten/);
});

test('fails on a connection of the code under test that was never closed', async () => {
  const database = await openTestDatabase('empty');
  const pool = new pg.Pool(database.options);
  pool.on('error', () => undefined);
  await pool.query('select 2 as forgotten');
  await expect(database.drop()).rejects.toThrow(/1 connections were still open .*: select 2 as forgotten/);
  await pool.end();
});
