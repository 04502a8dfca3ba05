/**
 * The server under test, in its own process: the whole program on a scratch database, plus `/bench/no-op`, which reads and
 * validates the body of CreateSalesOrder exactly as the operation does and stops there.
 *
 * Reports its address, credentials and the database to its parent; exits on SIGTERM and with its parent.
 */

import type { FastifyInstance } from 'fastify';
import type { PoolConfig } from 'pg';
import { createCustomer, secretsOf } from '../../src/auth/index.ts';
import { compose } from '../../src/compose.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { operatorCodeLists } from '../../src/operator-settings/index.ts';
import { loadConfig } from '../../src/platform/config.ts';
import type { Environment } from '../../src/platform/environment.ts';
import type { ParsedBody } from '../../src/platform/http/mount.ts';
import { compileRequest } from '../../src/platform/http/read-request.ts';
import { openLogger } from '../../src/platform/logger.ts';
import { createSalesOrder } from '../../src/sales-orders/operations/create-sales-order.ts';
import { exitRequested } from './exit-requested.ts';
import { noOpPath, type ServerReady } from './ready.ts';

/** The same parsing, reading and validation; no credentials, no database. */
function noOp(environment: Environment) {
  const reader = compileRequest(createSalesOrder, environment.config.brand);
  const codeLists = operatorCodeLists(environment.db);
  return (app: FastifyInstance): void => {
    app.post(noOpPath, async (request, reply) => {
      const { value, text } = request.body as ParsedBody;
      const body = value as { Authentication: { Password: string; CustomerNo: string } };
      const reading = reader.read(value as Record<string, unknown>, text, [body.Authentication.Password]);
      const faults = reader.validate(reading, codeLists, body.Authentication.CustomerNo);
      reply.code(faults.length === 0 ? 200 : 400).header('content-type', 'application/json; charset=utf-8');
      return reply.send(JSON.stringify(faults.length === 0 ? uuidv7() : faults));
    });
  };
}

const stopSignal = exitRequested();
const config = await loadConfig();
const logger = openLogger(config);
const system = await compose(config, logger, 'serve');
const { test } = system.environments;
const customers: ServerReady['customers'][number][] = [];
for (let i = 0; i < Number(process.env.BENCH_CUSTOMERS); i += 1) {
  const customerNo = `BENCH${String(i).padStart(2, '0')}`;
  const customer = { environment: 'test' as const, customerNo, name: `Bench ${i}`, actor: 'bench' };
  customers.push(await createCustomer(test.db, secretsOf(config), customer));
}
const server = await system.serve({ print: () => undefined, routes: [noOp(test)] });
const { host, port, database, user, password } = test.db.pool.options;
const ready: ServerReady = {
  address: server.address,
  managementAddress: server.metricsAddress ?? server.address,
  customers,
  database: { host, port, database, user, password } as PoolConfig,
};
process.send?.(ready);
await stopSignal;
await server.close();
await system.close();
if (process.connected) process.disconnect?.();
