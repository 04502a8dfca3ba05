/**
 * The server under test, in a process of its own: the whole program on two scratch databases, one for the long history and
 * one for the short. Tells its parent who may call and how to reach the databases; ends on SIGTERM.
 */
import { once } from 'node:events';
import type { PoolConfig } from 'pg';
import { createCustomer, secretsOf } from '../../src/auth/index.ts';
import { compose } from '../../src/compose.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Environment } from '../../src/platform/environment.ts';
import { openLogger } from '../../src/platform/logging.ts';
import type { HistoryReady, ReadsReady } from './ready.ts';

const told = once(process, 'SIGTERM');
const config = await loadConfig();
const system = await compose(config, openLogger(config), 'serve');

async function customerOf(environment: Environment, base: string): Promise<HistoryReady> {
  const { customerNo, userKey, password } = await createCustomer(environment.db, secretsOf(config), {
    environment: environment.name,
    customerNo: 'BENCH',
    name: 'Bench',
    actor: 'bench',
  });
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
await told;
await server.close();
await system.close();
process.disconnect?.();
