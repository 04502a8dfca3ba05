/**
 * The server under test, in its own process or in several (`BENCH_PROCESSES`): the whole program on a scratch database, plus a
 * route without work (`no-op-route.ts`).
 *
 * Reports its address, credentials and the database to its parent; exits on SIGTERM and with its parent.
 */
import path from 'node:path';
import type { PoolConfig } from 'pg';
import { createCustomer, credentialSecretsOf } from '../../src/auth/index.ts';
import { type ComposedSystem, openSystem } from '../../src/compose.ts';
import { type Config, loadConfig } from '../../src/platform/config.ts';
import { createLogger } from '../../src/platform/logger.ts';
import { startMultiProcessServer } from '../../src/serve-processes.ts';
import { exitRequested } from './exit-requested.ts';
import { noOpRoute } from './no-op-route.ts';
import type { ServerReady } from './ready.ts';

async function createCustomers({ environments }: ComposedSystem, config: Config): Promise<ServerReady['customers']> {
  const customers: ServerReady['customers'][number][] = [];
  for (let i = 0; i < Number(process.env.BENCH_CUSTOMERS); i += 1) {
    const customerNo = `BENCH${String(i).padStart(2, '0')}`;
    const customer = { environment: 'test' as const, customerNo, name: `Bench ${i}`, actor: 'bench' };
    customers.push(await createCustomer(environments.test.db, credentialSecretsOf(config), customer));
  }
  return customers;
}

function databaseOf({ environments }: ComposedSystem): PoolConfig {
  const { connectionString, host, port, database, user, password } = environments.test.db.pool.options;
  return connectionString === undefined
    ? ({ host, port, database, user, password } as PoolConfig)
    : { connectionString };
}

const stopSignal = exitRequested();
const config = await loadConfig();
const logger = createLogger(config);
const processes = Number(process.env.BENCH_PROCESSES ?? 1);
if (processes > 1) {
  const program = path.join(import.meta.dirname, 'server-process.ts');
  // First, so that the start finds customers and makes no demo winery.
  const system = await openSystem(config, logger, 'serve');
  const customers = await createCustomers(system, config);
  const database = databaseOf(system);
  await system.close();
  const server = await startMultiProcessServer(config, logger, { processes, program, print: () => undefined });
  const ready: ServerReady = {
    address: server.address,
    managementAddress: server.metricsAddress ?? server.address,
    customers,
    pids: server.pids().filter((pid) => pid !== undefined),
    database,
  };
  process.send?.(ready);
  await stopSignal;
  await server.close();
} else {
  const system = await openSystem(config, logger, 'serve');
  const customers = await createCustomers(system, config);
  const server = await system.serve({ print: () => undefined, routes: [noOpRoute(system.environments.test)] });
  const ready: ServerReady = {
    address: server.address,
    managementAddress: server.metricsAddress ?? server.address,
    customers,
    pids: [process.pid],
    database: databaseOf(system),
  };
  process.send?.(ready);
  await stopSignal;
  await server.close();
  await system.close();
}
if (process.connected) process.disconnect?.();
