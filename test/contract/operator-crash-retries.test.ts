/**
 * A retry after the process was killed between the commit of a command's change and its reply. Here the reply is lost instead:
 * the database rejects every reply that is not stored in the transaction of an audit entry.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { recordAudit } from '../../src/operators/index.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import type { OperatorCall, OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { givenItems } from '../support/catalog.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const all: readonly OperatorOperation[] = operatorOperations;
const commands = all.flatMap((operation) =>
  operation.kind === 'command' && !operation.isResumable ? [operation] : [],
);

const runs: string[] = [];

/** Happens in the next execution of a command, before its change. */
let beforeChange: (() => Promise<unknown>) | undefined;

/** Each command with an execution that makes a change and records it. */
const recorded = all.map((operation) => {
  if (operation.kind !== 'command') return operation;
  const execute = async ({ environment, context }: OperatorCall<unknown>) => {
    runs.push(operation.path);
    await beforeChange?.();
    await environment.db.write(async (tx) => recordAudit(tx, context, { action: 'test.changed', subject: 'it' }));
    return operation.reply.example;
  };
  return { ...operation, check: () => [], execute };
});

async function loseReplies({ database }: TestServer): Promise<void> {
  await database.pool.query(`
    create function lose_reply() returns trigger language plpgsql as $$
    begin
      if not exists (select from operator_audit where xmin = pg_current_xact_id()::xid) then
        raise 'the reply is lost';
      end if;
      return new;
    end $$`);
  await database.pool.query(`create trigger lose_reply before update of status on idempotency_keys for each row
    when (new.status = 200) execute function lose_reply()`);
}

const keyed = { 'idempotency-key': 'the first and the retry' };

describe('every command that is not resumed', () => {
  let server: TestServer;
  let admin: OperatorClient;
  beforeAll(async () => {
    server = await openTestServer({ operatorOperations: recorded });
    admin = await signedIn(server, 'admin');
    await loseReplies(server);
  });
  afterAll(() => server.close());

  test.each(commands.map((operation) => ({ operation, name: operationName(operation) })))(
    '$name does not run again',
    async ({ operation, name }) => {
      const call = () => admin.call(name, operation.requestExample as object, keyed);
      expect((await call()).status).toBe(500);
      for (const retry of [await call(), await call()]) {
        expect([retry.status, retry.body]).toMatchObject([403, { Code: 'StateForbids', State: 'DONE' }]);
      }
      expect(runs.filter((path) => path === operation.path)).toHaveLength(1);
    },
  );

  test('is 503, and changes nothing, when another request has taken over its key', async () => {
    const { pool } = server.database;
    const key = { 'idempotency-key': 'taken over' };
    const changes = async () => (await pool.query('select from operator_audit')).rowCount;
    const before = await changes();
    beforeChange = () =>
      pool.query(
        "update idempotency_keys set claim = '00000000-0000-4000-8000-000000000001' where operation = 'Tokens/Create'",
      );
    const { status, body, headers } = await admin.call('Tokens/Create', { CustomerNo: 'ANY' }, key);
    beforeChange = undefined;
    expect([status, body.Code, headers.get('retry-after')]).toEqual([503, 'Unavailable', '1']);
    expect(await changes()).toBe(before);
  });
});

describe('the reply is stored with the change', () => {
  let server: TestServer;
  let admin: OperatorClient;
  beforeAll(async () => {
    server = await openTestServer();
    admin = await signedIn(server, 'admin');
    await loseReplies(server);
  });
  afterAll(() => server.close());

  const requests: Readonly<Record<string, (customer: { customerNo: string; userKey: string }) => object>> = {
    'Tokens/Create': ({ customerNo }) => ({ CustomerNo: customerNo }),
    'ApiUsers/RotatePassword': ({ userKey }) => ({ UserKey: userKey }),
    'Customers/Create': () => ({ CustomerNo: 'CRASHED', CustomerName: 'Hilltop Cellars' }),
    'Operators/Create': () => ({ Email: 'crash@warehouse.example', Role: 'floor' }),
    'Operators/ResetPassword': () => ({ Email: 'crash@warehouse.example' }),
    'Simulation/AdjustInventory': ({ customerNo }) => ({
      CustomerNo: customerNo,
      Warehouse: 'APC01',
      InventoryStatus: 'GOOD-NO-TX',
      ReasonCode: 'FOUND',
      Items: [{ ItemNo: 'PIN', Quantity: 6 }],
    }),
    'Simulation/AdvanceClock': ({ customerNo }) => ({ CustomerNo: customerNo, Seconds: 86400 }),
  };

  test.each(Object.keys(requests))('%s', async (name) => {
    const customer = await server.customer();
    await givenItems(server.environment.db, customer.customerNo, [{ itemNo: 'PIN' }]);
    const request = requests[name]?.(customer) ?? {};
    const first = await admin.call(name, request, keyed);
    const retry = await admin.call(name, request, keyed);
    expect([first.status, retry.status, retry.body]).toEqual([200, 200, first.body]);
    expect(retry.headers.get('idempotent-replayed')).toBe('true');
    const { rows } = await server.database.pool.query(
      `select reply, progress from idempotency_keys where operation = $1`,
      [name],
    );
    for (const value of Object.values(first.body)) {
      if (typeof value === 'string' && value.length > 10) expect(JSON.stringify(rows)).not.toContain(value);
    }
  });
});
