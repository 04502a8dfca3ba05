/**
 * A server with all environments in a process of its own, which measures itself: the processor time of the longest turn of
 * its event loop, and the memory that it takes beyond what it had. Run by the tests alone, who speak to it by messages.
 *
 * Processor time, because on a busy machine the clock also counts the turns of others.
 */

import { getHeapStatistics } from 'node:v8';
import pino from 'pino';
import { preloadZipPlaces } from '../../src/addresses/index.ts';
import { createApi } from '../../src/api/server.ts';
import { createAuthenticator, createCustomer, credentialSecretsOf } from '../../src/auth/index.ts';
import { openEnvironment } from '../../src/compose.ts';
import {
  createOperatorSettingsCodeLists,
  readOperatorSettings,
  seedOperatorSettings,
} from '../../src/operator-settings/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { ensurePartitions } from '../../src/platform/partitions.ts';
import { givenItems, givenStock } from '../support/catalog.ts';
import type { CallerCredentials } from '../support/client.ts';
import { addOperator, openSession } from '../support/operator.ts';

export interface Started {
  readonly url: string;
  /** A customer of each environment, with the item WINE-1 in stock. */
  readonly callers: Readonly<Record<'production' | 'test', CallerCredentials>>;
  /** Headers of an admin's session in each environment. */
  readonly admins: Readonly<Record<'production' | 'test', Readonly<Record<string, string>>>>;
  /** Processor time that `JSON.parse` takes on this machine for a batch of 5.6 MiB. */
  readonly referenceMs: number;
}

/** Since the measurement began. */
export interface Measured {
  /** Processor time of the longest turn of the event loop. */
  readonly turnMs: number;
  readonly bytes: number;
}

const { DATABASES = '{}' } = process.env;
const databases = JSON.parse(DATABASES) as Record<'production' | 'test', object>;
const settings = { SECRET_KEY: 'a test key of at least 32 characters', RATE_LIMIT: 'off', MAX_QUEUE_MS: '30000' };
const config = await loadConfig(settings, import.meta.dirname);
const logger = pino({ level: 'info' }, { write: () => undefined });

preloadZipPlaces();

async function prepareEnvironment(name: 'production' | 'test') {
  const environment = openEnvironment(name, config, logger, databases[name]);
  const { db } = environment;
  await ensurePartitions(db);
  await seedOperatorSettings(db);
  await readOperatorSettings(db);
  const customer = { environment: name, customerNo: 'W1', name: 'Winery', actor: 'system' };
  const credentials = await createCustomer(db, credentialSecretsOf(config), customer);
  await givenItems(db, 'W1', [{ itemNo: 'WINE-1' }]);
  await givenStock(db, 'W1', [{ itemNo: 'WINE-1', quantity: 1_000_000 }]);
  return { environment, codeLists: createOperatorSettingsCodeLists(db), credentials };
}

const production = await prepareEnvironment('production');
const test = await prepareEnvironment('test');
const authenticator = createAuthenticator(config);
const api = await createApi({ config, logger, environments: [production, test], authenticator, checks: [] });
const url = await api.listen({ host: '127.0.0.1', port: 0 });

async function adminOf({ environment }: typeof production): Promise<Readonly<Record<string, string>>> {
  const { cookie, csrfToken } = await openSession({ url, environment }, await addOperator(environment, 'admin'));
  return { cookie, 'x-csrf-token': csrfToken };
}
const admins = { production: await adminOf(production), test: await adminOf(test) };

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};
const heldBytes = (): number => {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
};

const plainBatch = JSON.stringify(Array(160_000).fill({ ItemNo: 'WINE-1', ItemQuantity: 1 }));
let referenceMs = Number.POSITIVE_INFINITY;
for (let attempt = 0; attempt < 3; attempt += 1) {
  const beganMs = processorMs();
  JSON.parse(plainBatch);
  referenceMs = Math.min(referenceMs, processorMs() - beganMs);
}

let turnMs = 0;
let heldCollected = 0;
let heldBefore = 0;
let maxHeld = 0;
let lastMs = processorMs();
let isMeasuring = false;

function watchTurn(): void {
  const nowMs = processorMs();
  turnMs = Math.max(turnMs, nowMs - lastMs);
  maxHeld = Math.max(maxHeld, heldBytes());
  lastMs = nowMs;
  if (isMeasuring) setImmediate(watchTurn);
}

process.on('message', (message) => {
  if (message === 'begin') {
    // Whatever is collected later than here makes a request look cheaper than it is.
    if (heldBytes() > heldCollected + 8 * 1024 ** 2) {
      globalThis.gc?.();
      heldCollected = heldBytes();
    }
    heldBefore = heldBytes();
    maxHeld = heldBefore;
    turnMs = 0;
    lastMs = processorMs();
    isMeasuring = true;
    setImmediate(watchTurn);
    process.send?.({ turnMs: 0, bytes: 0 } satisfies Measured);
  } else {
    isMeasuring = false;
    process.send?.({ turnMs, bytes: maxHeld - heldBefore } satisfies Measured);
  }
});
process.on('disconnect', () => process.exit());

process.send?.({
  url,
  callers: { production: production.credentials, test: test.credentials },
  admins,
  referenceMs,
} satisfies Started);
