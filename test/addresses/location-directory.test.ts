/** The cached location directory of a process while another process changes it. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  generateSampleCarrierLocations,
  invalidateCarrierLocationIndex,
  readCarrierLocationIndex,
  replaceCarrierLocations,
} from '../../src/addresses/index.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let db: Db;

beforeAll(async () => {
  server = await openTestServer();
  db = server.environment.db;
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const ofOneCarrier = generateSampleCarrierLocations().filter(({ carrier }) => carrier === 'FEX');
const realNow = performance.now.bind(performance);

/** Imports as another process beside the server: this process gets no notification. */
async function changed(count: number): Promise<void> {
  await db.write((tx) => replaceCarrierLocations(tx, ofOneCarrier.slice(0, count)));
}

function later(ms: number): void {
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + ms);
}

test('the first request after an idle hour returns the new directory', async () => {
  await changed(1);
  expect((await readCarrierLocationIndex(db)).size).toBe(1);
  await changed(2);
  expect((await readCarrierLocationIndex(db)).size).toBe(1);
  later(3_600_000);
  expect((await readCarrierLocationIndex(db)).size).toBe(2);
});

test('a directory that is a few seconds old is returned while the new one is loaded', async () => {
  await changed(1);
  later(7_200_000);
  expect((await readCarrierLocationIndex(db)).size).toBe(1);
  await changed(2);
  later(7_205_000);
  expect((await readCarrierLocationIndex(db)).size).toBe(1);
  await expect.poll(async () => (await readCarrierLocationIndex(db)).size).toBe(2);
});

test('after an import by this process, readers do not get what a refresh has read before it', async () => {
  await changed(1);
  later(10_800_000);
  expect((await readCarrierLocationIndex(db)).size).toBe(1);
  const { database } = db;
  const { rows } = database;
  const versionRead = Promise.withResolvers<void>();
  const imported = Promise.withResolvers<void>();
  vi.spyOn(database, 'rows').mockImplementationOnce(async (text, values) => {
    const read = await rows(text, values);
    versionRead.resolve();
    await imported.promise;
    return read as never;
  });
  later(10_804_000);
  expect((await readCarrierLocationIndex(db)).size).toBe(1);
  await versionRead.promise;
  await changed(2);
  invalidateCarrierLocationIndex(db);
  const next = readCarrierLocationIndex(db);
  imported.resolve();
  expect((await next).size).toBe(2);
  expect((await readCarrierLocationIndex(db)).size).toBe(2);
});
