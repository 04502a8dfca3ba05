import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { type Config, loadConfig } from '../../src/platform/config.ts';
import { openDatabases } from '../../src/platform/db/databases.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase('empty');
});

afterAll(() => database.drop());

function urlOf(name: string): string {
  const { host = '', port, user = '', password } = inject('testServer').options;
  const url = new URL(`postgres://127.0.0.1:${port}/${name}`);
  url.username = user;
  if (typeof password === 'string') url.password = password;
  if (host.startsWith('/')) url.searchParams.set('host', host);
  else url.hostname = host;
  return url.href;
}

const configOf = (env: NodeJS.ProcessEnv): Promise<Config> =>
  loadConfig({ SECRET_KEY: 'a-key-of-32-characters-or-longer!', ...env }, import.meta.dirname);

async function nameOf(options: pg.PoolConfig): Promise<string> {
  const client = new pg.Client(options);
  await client.connect();
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.end();
  return rows[0]?.name ?? '';
}

async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const error: Error = await openDatabases(await configOf(env), 'serve').then(
    () => new Error('it was opened'),
    (thrown: Error) => thrown,
  );
  expect(error.name).toBe('CliError');
  expect(error.message).not.toContain('\n');
  return error.message;
}

test("uses the operator's PostgreSQL and makes the test environment's database beside the given one", async () => {
  const config = await configOf({ DATABASE_URL: urlOf(database.name) });
  for (let start = 1; start <= 2; start += 1) {
    const databases = await openDatabases(config, 'serve');
    expect(await nameOf(databases.production)).toBe(database.name);
    expect(await nameOf(databases.test)).toBe(`${database.name}_test`);
    await databases.stop();
  }
  await database.pool.query(`drop database ${database.name}_test`);
});

test('uses the database that TEST_DATABASE_URL names', async () => {
  const own = await openTestDatabase('empty');
  const config = await configOf({ DATABASE_URL: urlOf(database.name), TEST_DATABASE_URL: urlOf(own.name) });
  const databases = await openDatabases(config, 'command');
  expect(await nameOf(databases.test)).toBe(own.name);
  await databases.stop();
  await own.drop();
});

test('a database that does not exist, or a server that does not answer, is refused in one line', async () => {
  const missing = `missing_${randomBytes(4).toString('hex')}`;
  expect(await refusal({ DATABASE_URL: urlOf(missing) })).toBe(
    `DATABASE_URL cannot be used: database "${missing}" does not exist: create the database, or correct its name`,
  );
  expect(await refusal({ DATABASE_URL: urlOf(database.name), TEST_DATABASE_URL: urlOf(missing) })).toBe(
    `TEST_DATABASE_URL cannot be used: database "${missing}" does not exist: create the database, or correct its name`,
  );
  expect(await refusal({ DATABASE_URL: 'postgres://u:hush@127.0.0.1:1/x' })).toMatch(
    /^DATABASE_URL cannot be used: (?!.*hush).*ECONNREFUSED.*: check its host and port, and that PostgreSQL is running there$/,
  );
});

/** A PostgreSQL that replies to the messages of a connection by these bytes, one after the other. */
async function givenServerThatReplies(...replies: Buffer[]): Promise<{ port: number; close: () => void }> {
  const server = createServer((socket) => {
    const left = [...replies];
    socket.on('error', () => undefined);
    socket.on('data', () => socket.write(left.shift() ?? ''));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

function authenticationMessage(kind: number, text: string): Buffer {
  const header = Buffer.alloc(9);
  header.write('R');
  header.writeInt32BE(8 + text.length, 1);
  header.writeInt32BE(kind, 5);
  return Buffer.concat([header, Buffer.from(text)]);
}

test('a URL without the password, or with TLS where there is none, is refused with what to do', async () => {
  const asking = await givenServerThatReplies(
    authenticationMessage(10, 'SCRAM-SHA-256\0\0'),
    authenticationMessage(11, 'r=nonce,s=c2FsdA==,i=4096'),
  );
  const plain = await givenServerThatReplies(Buffer.from('N'));
  try {
    vi.stubEnv('PGPASSWORD', undefined);
    expect(await refusal({ DATABASE_URL: `postgres://u@127.0.0.1:${asking.port}/x` })).toMatch(
      /: PostgreSQL asks for a password: add it to the URL, or set PGPASSWORD$/,
    );
    expect(await refusal({ DATABASE_URL: `postgres://u:p@127.0.0.1:${plain.port}/x?sslmode=verify-full` })).toMatch(
      /: switch `ssl` on in PostgreSQL, or remove sslmode from the URL$/,
    );
  } finally {
    vi.unstubAllEnvs();
    asking.close();
    plain.close();
  }
});

test('planned conflicts are kept out of the log only where the role may set its log level', async () => {
  const role = `dray_plain_${randomBytes(6).toString('hex')}`;
  await database.pool.query(`create role ${role}`);
  try {
    const url = `${urlOf(database.name)}${urlOf(database.name).includes('?') ? '&' : '?'}options=-c%20role%3D${role}`;
    const canSetLogLevel = async () => {
      const config = await configOf({ DATABASE_URL: url, TEST_DATABASE_URL: urlOf('postgres') });
      const databases = await openDatabases(config, 'serve');
      await databases.stop();
      return databases.canSetLogLevel;
    };
    expect(await canSetLogLevel()).toBe(false);
    await database.pool.query(`grant set on parameter log_min_messages to ${role}`);
    expect(await canSetLogLevel()).toBe(true);
  } finally {
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  }
});
