/** A route that reads and validates the body of CreateSalesOrder exactly as the operation does, and stops there. */
import type { FastifyInstance } from 'fastify';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createOperatorSettingsCodeLists } from '../../src/operator-settings/index.ts';
import type { Environment } from '../../src/platform/environment.ts';
import type { ParsedBody } from '../../src/platform/http/mount.ts';
import { compileRequestReader } from '../../src/platform/http/read-request.ts';
import { createSalesOrderOperation } from '../../src/sales-orders/operations/create-sales-order.ts';
import { noOpPath } from './ready.ts';

/** The same parsing, reading and validation; no credentials, no database. */
export function noOpRoute(environment: Environment) {
  const reader = compileRequestReader(createSalesOrderOperation, environment.config.brand);
  const codeLists = createOperatorSettingsCodeLists(environment.db);
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
