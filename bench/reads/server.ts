/**
 * The server under test, in a process of its own: the whole program on two scratch databases, one for the long history and
 * one for the short. Reports credentials and database addresses to its parent; exits on SIGTERM and with its parent.
 */
import type { PoolConfig } from 'pg';
import {
  createCustomer,
  credentialSecretsOf,
  listCustomers,
  revokePassword,
  startPasswordRotation,
} from '../../src/auth/index.ts';
import { openSystem } from '../../src/compose.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { exitRequested } from '../support/exit-requested.ts';
import type { HistoryReady, ReadsReady } from './ready.ts';

const stopSignal = exitRequested();
const config = await loadConfig();
const system = await openSystem(config, createLogger(config), 'serve');

const customerNo = 'BENCH';

/** Creates the customer, or replaces the password of the one that an earlier run created. */
async function credentialsIn({ db, name: environment }: Environment): Promise<{ userKey: string; password: string }> {
  const secrets = credentialSecretsOf(config);
  const actor = 'bench';
  const known = (await listCustomers(db)).find((customer) => customer.customerNo === customerNo)?.userKeys[0];
  if (known === undefined) return createCustomer(db, secrets, { environment, customerNo, name: 'Bench', actor });
  const issued = await startPasswordRotation(db, secrets, { environment, userKey: known, actor });
  await revokePassword(db, { userKey: known, actor });
  return issued;
}

async function customerOf(environment: Environment, base: string): Promise<HistoryReady> {
  const { userKey, password } = await credentialsIn(environment);
  const { host, port, database, user, password: secret } = environment.db.pool.options;
  return {
    base,
    customerNo,
    userKey,
    password,
    database: { host, port, database, user, password: secret } as PoolConfig,
  };
}

const server = await system.serve({ print: () => undefined });
const ready: ReadsReady = {
  address: server.address,
  timeZone: config.timeZone,
  long: await customerOf(system.environments.test, '/test/v3'),
  short: await customerOf(system.environments.production, '/v3'),
};
process.send?.(ready);
await stopSignal;
await server.close();
await system.close();
if (process.connected) process.disconnect?.();
