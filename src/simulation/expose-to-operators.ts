/**
 * Exposes the internal operations of the winery interface's Simulation/… as operator operations of the test
 * environment. Each request names the customer.
 */

import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import { readCustomer } from '../auth/index.ts';
import { identifierField } from '../contract/fields.ts';
import { type AuditEntry, recordAudit, valueOrThrowAppError } from '../operators/index.ts';
import { tryCatchUpOrderIndex } from '../order-index/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import type { InternalChangeOperation, InternalCommandOperation } from '../platform/http/internal-operation.ts';
import {
  defineOperatorCommand,
  type OperatorCall,
  type OperatorCommand,
  type OperatorContext,
} from '../platform/http/operator-operation.ts';
import { type CommandRun, commandRunWithoutIdempotencyKey } from '../platform/key-claims.ts';
import type { BatchWriter } from '../platform/write-queue.ts';

export const simulationCustomerField = identifierField('The customer.', { maxLength: 30 });

/** The roles that may simulate. */
export const simulationRoles = ['service', 'admin'] as const;

const customerFields = { CustomerNo: simulationCustomerField };
type CustomerFields = typeof customerFields;

// biome-ignore lint/suspicious/noExplicitAny: internal operations of every shape; each is checked where it is defined
type Any = any;
type Internal<Props extends TProperties, Reply extends TSchema, Done> =
  | InternalChangeOperation<TObject<Props>, Reply, Any, Done>
  | InternalCommandOperation<TObject<Props>, Reply>;

interface Exposure<Path, Request, Done> {
  readonly path: Path;
  /** `noun.verb` of the audit: `inventory.adjusted`. */
  readonly action: string;
  /** The subject of the change, for the audit. */
  readonly subject: (request: Request) => string;
  /** What the audit has of the outcome of a change, next to the request. */
  readonly result?: (done: Done) => object;
}

/**
 * The operator operation of an internal operation. It is audited in the transaction that stores its reply, with the
 * request and the `result` as its new values.
 */
export function toOperatorSimulationCommand<
  const Path extends `/api/Simulation/${string}`,
  Props extends TProperties,
  Reply extends TSchema,
  Done,
>(
  operation: Internal<Props, Reply, Done>,
  { path, action, subject, result = () => ({}) }: Exposure<Path, Static<TObject<Props>>, Done>,
): OperatorCommand<Path, TObject<CustomerFields & Props>, Reply> {
  const { summary, description, reply, check, timeoutSeconds } = operation;
  const request = Type.Object({ ...customerFields, ...operation.request.properties }) as TObject<
    CustomerFields & Props
  >;
  const requestExample = { CustomerNo: 'W1001', ...(operation.requestExample as object) };
  const run = simulation(operation);
  return defineOperatorCommand<Path, TObject<CustomerFields & Props>, Reply>({
    path,
    summary,
    description,
    roles: simulationRoles,
    environments: ['test'],
    request,
    requestExample: requestExample as Static<TObject<CustomerFields & Props>>,
    reply,
    errors: {
      ...(operation.errors[300] !== undefined && { 300: operation.errors[300] }),
      400: [operation.errors[400] ?? [], 'A field is not valid.'].flat().join(' '),
      ...(operation.errors[403] !== undefined && { 403: operation.errors[403] }),
      404: [operation.errors[404] ?? [], 'There is no such customer.'].flat().join(' '),
    },
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(check !== undefined && { check: check as Any }),
    execute: async (call) => {
      const { CustomerNo: customerNo, ...fields } = call.request as { readonly CustomerNo: string };
      const caller = await callerOf(call.environment, call.context, customerNo);
      const entry = { action, subject: subject(fields as Any), customerNo, after: fields };
      const entryOf = (done: Done) => ({ ...entry, after: { ...fields, ...result(done) } });
      const done = await run(call, { caller, fields, entry, entryOf });
      await tryCatchUpOrderIndex(call.environment.db, [customerNo]);
      return done as Static<Reply>;
    },
  });
}

/** The operator as the caller, in place of a user of the customer. Throws `NotFound` when there is no such customer. */
async function callerOf({ db }: Pick<Environment, 'db'>, { actor }: OperatorContext, customerNo: string) {
  const customer = await readCustomer(db.database, customerNo);
  return { customerNo, customerName: customer.name, userKey: actor };
}

interface SimulatedCall {
  readonly caller: Awaited<ReturnType<typeof callerOf>>;
  /** The request without the customer. */
  readonly fields: Any;
  readonly entry: AuditEntry;
  /** The entry with the outcome of a change. */
  readonly entryOf: (done: Any) => AuditEntry;
}

type Simulation = (call: OperatorCall<unknown>, simulated: SimulatedCall) => Promise<unknown>;

function simulation(operation: Internal<Any, Any, Any>): Simulation {
  const operationCall = ({ environment, context }: OperatorCall<unknown>, { caller, fields }: SimulatedCall) => ({
    environment,
    caller,
    context: context.forCustomer(caller.customerNo),
    request: fields,
  });
  if ('execute' in operation) {
    return async (call, simulated) => {
      const run: CommandRun = {
        ...commandRunWithoutIdempotencyKey,
        ...call.run,
        storeReply: async (tx, body) => {
          recordAudit(tx, call.context, simulated.entry);
          await call.run.storeReply(tx, body);
        },
      };
      return await operation.execute(operationCall(call, simulated), run);
    };
  }
  const { item: itemOf, reply } = operation.change;
  const writer = auditedWriter(operation.change.writer);
  return async (call, simulated) => {
    const { context, environment } = call;
    const auditAndStoreReply = async (tx: Tx, done: unknown) => {
      recordAudit(tx, context, simulated.entryOf(done));
      await call.run.storeReply(tx, reply(done));
    };
    const item: Audited = { ...(await itemOf(operationCall(call, simulated))), auditAndStoreReply };
    return reply(valueOrThrowAppError(await environment.writeQueue.submit(writer, item)));
  };
}

interface Audited {
  readonly auditAndStoreReply: (tx: Tx, done: unknown) => Promise<void>;
}

/**
 * Wraps a writer: each change that took effect is recorded in the audit, and its reply is stored, in the same
 * transaction.
 */
function auditedWriter<Item extends Audited, Done>(writer: BatchWriter<Item, Done>): BatchWriter<Item, Done> {
  return {
    ...writer,
    write: async (tx, items) => {
      const outcomes = await writer.write(tx, items);
      for (const [index, outcome] of outcomes.entries()) {
        const item = items[index];
        if (!('ok' in outcome) || item === undefined) continue;
        await item.auditAndStoreReply(tx, outcome.ok);
      }
      return outcomes;
    },
  };
}
