import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CliError } from './cli-error.ts';
import { loadConfig, type SettingName, settingDeclarations } from './config.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'dray-config-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const url = 'postgres://user:hush@db.example:5432/orders';
const secretKey = 'a-key-of-32-characters-or-longer!';

function file(source: string): void {
  writeFileSync(path.join(folder, 'dray.config.mjs'), source);
}

async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const error = await loadConfig(env, folder).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CliError);
  const { message, exitCode } = error as CliError;
  expect(exitCode).toBe(2);
  expect(message).not.toContain('\n');
  return message;
}

test('has a default for everything', async () => {
  const config = await loadConfig({}, folder);
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: path.join(folder, 'data'),
    databaseUrl: undefined,
    isDatabaseShared: false,
    brand: 'Service',
    timeZone: 'America/Los_Angeles',
    simulation: 'auto',
    tokenPolicy: 'required',
    rateLimit: { enabled: true, requestsPerSecond: 100, requestsBurst: 1000, failedSignInsPerMinute: 10 },
    limits: {
      bodyBytes: 1_048_576,
      batchBodyBytes: 5_242_880,
      batchOrders: 500,
      bodiesInFlightBytes: 67_108_864,
      connections: 5_000,
      connectionsPerAddress: 1_000,
    },
  });
  expect(Object.isFrozen(config) && Object.isFrozen(config.limits) && Object.isFrozen(config.rateLimit)).toBe(true);
});

test.each(['redis://redis.example', 'rediss://user:password@10.0.0.1:6380/3', 'redis://[::1]:6379/'])(
  'Redis at %s',
  async (url) => {
    expect((await loadConfig({ REDIS_URL: url }, folder)).redisUrl).toBe(url);
  },
);

test('the environment wins over the file, an empty variable is none', async () => {
  file(`export default { port: 9001, host: 'file', brand: 'Acme', rateLimit: 'off', bodyLimit: '2MiB' }`);
  const config = await loadConfig({ HOST: 'env', BRAND: '' }, folder);
  expect(config).toMatchObject({ port: 9001, host: 'env', brand: 'Acme', limits: { bodyBytes: 2_097_152 } });
  expect(config.rateLimit.enabled).toBe(false);
});

test('accounts with carriers are there where id and secret are', async () => {
  expect((await loadConfig({}, folder)).carrierAccounts).toEqual({ fedex: undefined, ups: undefined });
  const env = { FEDEX_CLIENT_ID: 'the id', FEDEX_CLIENT_SECRET: 'hush', FEDEX_BASE_URL: 'http://127.0.0.1:99/' };
  expect((await loadConfig(env, folder)).carrierAccounts).toEqual({
    fedex: { baseUrl: 'http://127.0.0.1:99', clientId: 'the id', clientSecret: 'hush', alcoholTypes: [] },
    ups: undefined,
  });
  const types = { ...env, FEDEX_ALCOHOL_TYPES: 'fedex_office, FEDEX_SHIPSITE', UPS_ALCOHOL_TYPES: '001' };
  expect((await loadConfig(types, folder)).carrierAccounts.fedex?.alcoholTypes).toEqual([
    'FEDEX_OFFICE',
    'FEDEX_SHIPSITE',
  ]);
  for (const UPS_ALCOHOL_TYPES of ['001,,002', 'customer center', ',']) {
    const loading = loadConfig({ UPS_ALCOHOL_TYPES }, folder);
    if (UPS_ALCOHOL_TYPES === ',') expect((await loading).carrierAccounts.ups).toBeUndefined();
    else await expect(loading).rejects.toThrow('UPS_ALCOHOL_TYPES must be codes of letters, digits and _');
  }
  await expect(loadConfig({ UPS_CLIENT_ID: 'the id' }, folder)).rejects.toThrow(
    'UPS_CLIENT_ID and UPS_CLIENT_SECRET belong together: set both or neither',
  );
});

test('an account with a carrier is there when its key is', async () => {
  expect((await loadConfig({}, folder)).easypost).toBeUndefined();
  expect((await loadConfig({ EASYPOST_API_KEY: 'EZTK12345678' }, folder)).easypost).toEqual({
    apiKey: 'EZTK12345678',
    webhookSecret: undefined,
    baseUrl: 'https://api.easypost.com/v2/',
    scanFormCarriers: ['GSO'],
  });
});

test('new photos go to a bucket where PHOTO_STORE names one, and the other settings say how it is reached', async () => {
  expect((await loadConfig({}, folder)).photoBucket).toBeUndefined();
  const keys = { S3_ACCESS_KEY_ID: 'the key', S3_SECRET_ACCESS_KEY: 'hush' };
  expect((await loadConfig({ PHOTO_STORE: 's3://wine-photos/dray/new', ...keys }, folder)).photoBucket).toEqual({
    newPhotos: { bucket: 'wine-photos', prefix: 'dray/new/' },
    endpoint: undefined,
    region: 'us-east-1',
    credentials: { accessKeyId: 'the key', secretAccessKey: 'hush' },
  });
  expect((await loadConfig({ PHOTO_STORE: 's3://wine-photos' }, folder)).photoBucket).toMatchObject({
    newPhotos: { prefix: '' },
  });
  for (const reached of [keys, { S3_REGION: 'eu-west-1' }, { S3_ENDPOINT: 'https://minio.example' }]) {
    expect((await loadConfig(reached, folder)).photoBucket).toMatchObject({ newPhotos: undefined });
  }
  expect(await refusal({ PHOTO_STORE: 's3:/x' })).toMatch(/^PHOTO_STORE must be database, or a bucket such as s3:/);
  expect(await refusal({ PHOTO_STORE: 's3://wine-photos', S3_ACCESS_KEY_ID: 'the key' })).toBe(
    'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set both or neither',
  );
});

test('CONFIG_FILE names another file', async () => {
  writeFileSync(path.join(folder, 'other.mjs'), `export default { port: 1 }`);
  expect((await loadConfig({ CONFIG_FILE: 'other.mjs' }, folder)).port).toBe(1);
  expect(await refusal({ CONFIG_FILE: 'none.mjs' })).toMatch(/^CONFIG_FILE names .*none.mjs, which does not exist$/);
});

describe('a wrong setting is named in one line', () => {
  test.each([
    [{ PORT: 'abc' }, 'PORT must be a whole number from 0 to 65535, not "abc"'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 0 to 65535, not "65536"'],
    [{ PORT: '-1' }, 'PORT must be a whole number from 0 to 65535, not "-1"'],
    [{ RATE_LIMIT: 'maybe' }, 'RATE_LIMIT must be on or off, not "maybe"'],
    [{ SIMULATION: 'Auto' }, 'SIMULATION must be one of auto, manual, not "Auto"'],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of fatal, .*, not "loud"$/],
    [{ TIME_ZONE: 'Mars/Base' }, /^TIME_ZONE must be the IANA name .*, not "Mars\/Base"$/],
    [{ TIME_ZONE: '+02:00' }, /^TIME_ZONE must be the IANA name/],
    [{ TOKEN_POLICY: 'never' }, 'TOKEN_POLICY must be one of required, optional, not "never"'],
    [{ BRAND: 'Acme Ltd' }, /^BRAND must be a word .*, not "Acme Ltd"$/],
    [{ BODY_LIMIT: '1GB' }, /^BODY_LIMIT must be a size from 1KiB to 64MiB, not "1GB"$/],
    [{ BODY_LIMIT: '6MiB' }, 'BATCH_BODY_LIMIT must be at least BODY_LIMIT'],
    [{ BODIES_IN_FLIGHT: '4MiB' }, 'BODIES_IN_FLIGHT must be at least BATCH_BODY_LIMIT'],
    [{ WRITE_SLOTS: '16' }, 'WRITE_SLOTS must be less than POOL_SIZE (16), not 16'],
    [{ POOL_SIZE: '21' }, 'POOL_SIZE must be at most 20 without DATABASE_URL, not 21'],
    [{ EASYPOST_WEBHOOK_SECRET: secretKey }, /^EASYPOST_WEBHOOK_SECRET is used only with EASYPOST_API_KEY/],
    [{ EASYPOST_BASE_URL: 'http://carrier.example/v2/' }, /^EASYPOST_BASE_URL must be an https:\/\/ address, not/],
    [{ DATABASE_URL: url }, /^SECRET_KEY is required with DATABASE_URL/],
    [{ TEST_DATABASE_URL: url }, /^TEST_DATABASE_URL is used only with DATABASE_URL/],
    [
      { DATABASE_URL: url, TEST_DATABASE_URL: url, SECRET_KEY: secretKey },
      'TEST_DATABASE_URL must be another database than DATABASE_URL',
    ],
  ])('%o', async (env, message) => {
    if (message instanceof RegExp) expect(await refusal(env)).toMatch(message);
    else expect(await refusal(env)).toBe(message);
  });

  test('without showing a secret', async () => {
    expect(await refusal({ DATABASE_URL: 'mysql://user:hush@db/orders' })).toMatch(/^DATABASE_URL must be the URL/);
    expect(await refusal({ DATABASE_URL: 'mysql://user:hush@db/orders' })).not.toContain('hush');
    expect(await refusal({ REDIS_URL: 'http://user:hush@redis' })).toMatch(
      /^REDIS_URL must be the URL of Redis or Valkey/,
    );
    expect(await refusal({ REDIS_URL: 'http://user:hush@redis' })).not.toContain('hush');
    expect(await refusal({ EASYPOST_API_KEY: 'hush' })).not.toContain('hush');
    const length = 'SECRET_KEY must be a text of 32 to 1000 characters';
    expect(await refusal({ SECRET_KEY: 'short-key' })).toBe(length);
    expect(await refusal({ SECRET_KEY: secretKey.repeat(40) })).toBe(length);
  });

  test.each([
    ['export default { port: true }', 'port in dray.config.mjs must be a whole number from 0 to 65535, not true'],
    ['export default { prot: 1 }', 'prot in dray.config.mjs is not a setting'],
    ['export default { PORT: 1 }', 'PORT in dray.config.mjs is not a setting: did you mean port?'],
    ['export default { data_dir: "x" }', 'data_dir in dray.config.mjs is not a setting: did you mean dataDir?'],
    ['export const port = 1', 'dray.config.mjs must export an object of settings: export default { … }'],
    ['export default {', /^dray.config.mjs cannot be read: /],
  ])('of the file: %s', async (source, message) => {
    file(source);
    if (message instanceof RegExp) expect(await refusal({})).toMatch(message);
    else expect(await refusal({})).toBe(message);
  });
});

test('makes a secret key once, for its owner alone', async () => {
  const [first, second] = await Promise.all([loadConfig({}, folder), loadConfig({}, folder)]);
  expect(first.secretKey).toHaveLength(43);
  expect(second.secretKey).toBe(first.secretKey);
  expect(statSync(path.join(folder, 'data/secret-key')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(folder, 'data')).mode & 0o777).toBe(0o700);
});

test('makes a secret key after a start that was killed while it made one', async () => {
  mkdirSync(path.join(folder, 'data'));
  // In a container each start has the same pid.
  writeFileSync(path.join(folder, `data/secret-key.${process.pid}.draft`), '');
  const { secretKey: made } = await loadConfig({}, folder);
  expect(made).toHaveLength(43);
  expect(readFileSync(path.join(folder, 'data/secret-key'), 'utf8')).toBe(`${made}\n`);
});

test('does not replace a damaged secret key', async () => {
  await loadConfig({}, folder);
  writeFileSync(path.join(folder, 'data/secret-key'), '');
  await expect(loadConfig({}, folder)).rejects.toThrow(/secret-key is damaged/);
  expect((await loadConfig({ SECRET_KEY: secretKey }, folder)).secretKey).toBe(secretKey);
});

describe('the commented example', () => {
  const example = path.resolve(import.meta.dirname, '../../dray.config.example.mjs');

  test('as it is changes nothing', async () => {
    const { default: values } = (await import(example)) as { default: Record<string, unknown> };
    expect(values).toEqual({});
  });

  test('shows every setting with its default and its name in the environment', () => {
    const source = readFileSync(example, 'utf8');
    const shown = new Map(
      [...source.matchAll(/^ {2}\/\/ (\w+): (.+),$/gm)].map(([, name, value]) => [name as SettingName, value]),
    );
    expect([...shown.keys()].sort()).toEqual(Object.keys(settingDeclarations).sort());
    for (const [name, { env, defaultValue }] of Object.entries(settingDeclarations)) {
      expect(source, `${env} of ${name}`).toContain(`(${env})`);
      if (defaultValue === undefined) continue;
      const value = typeof defaultValue === 'string' ? `'${defaultValue}'` : String(defaultValue);
      expect(shown.get(name as SettingName)?.replaceAll('_', ''), name).toBe(value.replaceAll('_', ''));
    }
  });
});
