/** `Idempotency-Key` of commands in the operator interface (decision 6): every command of the list, and what it protects. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator-operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import type { OperatorOperation } from '../../src/platform/http/operator-operation.ts';
import { openWinery } from '../support/held-orders.ts';
import { type OperatorClient, openSession, signedIn } from '../support/operator.ts';
import { weatherOf } from '../support/rules.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const all: readonly OperatorOperation[] = operatorOperations;
const commands = all.flatMap((operation) => (operation.kind === 'command' ? [operation] : []));

const keyed = (key: string) => ({ 'idempotency-key': key });
const isReplay = ({ headers }: { readonly headers: Headers }) => headers.get('idempotent-replayed') === 'true';

describe('every command', () => {
  const runs: string[] = [];
  let server: TestServer;
  let admin: OperatorClient;
  beforeAll(async () => {
    const counted = all.map((operation) => {
      if (operation.kind !== 'command') return operation;
      const execute = async () => {
        runs.push(operation.path);
        return operation.reply.example;
      };
      return { ...operation, check: () => [], execute };
    });
    server = await openTestServer({ operatorOperations: counted });
    admin = await signedIn(server, 'admin');
  });
  afterAll(() => server.close());

  test.each(commands.map((operation) => ({ operation, name: operationName(operation) })))(
    '$name runs once for two concurrent requests with one key',
    async ({ operation, name }) => {
      const call = () => admin.call(name, operation.requestExample as object, keyed(`key of ${name}`));
      const both = await Promise.all([call(), call()]);
      expect(both.map(({ status, body }) => [status, body])).toEqual([
        [200, operation.reply.example],
        [200, operation.reply.example],
      ]);
      expect(both.filter(isReplay)).toHaveLength(1);
      expect(runs.filter((path) => path === operation.path)).toHaveLength(1);
    },
  );
});

describe('a command', () => {
  let server: TestServer;
  let admin: OperatorClient;
  beforeAll(async () => {
    server = await openTestServer();
    admin = await signedIn(server, 'admin');
  });
  afterAll(() => server.close());

  const windowsOf = async (customerNo: string): Promise<string[]> => {
    const { body } = await admin.call('Rules/List', { CustomerNo: customerNo });
    return body.WeatherWindows.map(({ WindowId }: { readonly WindowId: string }) => WindowId);
  };

  test('opens one weather window, however often it is sent', async () => {
    const { customerNo } = await openWinery(server);
    const request = { CustomerNo: customerNo, ...weatherOf('CO') };
    const set = () => admin.call('Rules/SetWeather', request, keyed('a double click'));
    const replies = [...(await Promise.all([set(), set()])), await set()];
    expect(new Set(replies.map(({ body }) => body.TransactionReferenceNumber)).size).toBe(1);
    expect(await windowsOf(customerNo)).toEqual([replies[0]?.body.TransactionReferenceNumber]);
  });

  test('returns a secret again, which is stored encrypted', async () => {
    const { customerNo } = await openWinery(server);
    const create = () => admin.call('Tokens/Create', { CustomerNo: customerNo }, keyed('a token'));
    const [first, second] = [await create(), await create()];
    expect(second.body).toEqual(first.body);
    expect([first, second].map(isReplay)).toEqual([false, true]);
    const { rows } = await server.database.pool.query('select * from idempotency_keys where operation = $1', [
      'Tokens/Create',
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(first.body.AccessToken);
    expect(JSON.stringify(rows)).not.toContain(first.body.TokenId);
  });

  test('with the key of another body is 400', async () => {
    const { customerNo } = await openWinery(server);
    const set = (more: object) => admin.call('Rules/SetCredit', { CustomerNo: customerNo, ...more }, keyed('credit'));
    await set({ OnHold: true });
    const { status, body } = await set({ OnHold: false });
    expect([status, body.Code]).toEqual([400, 'IdempotencyKeyReused']);
  });

  test('keeps a refusal, and refuses a key that is too long', async () => {
    const call = (key: string) => admin.call('Tokens/Create', { CustomerNo: 'UNKNOWN' }, keyed(key));
    const replies = [await call('refused'), await call('refused')];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect(replies[1]?.body).toEqual(replies[0]?.body);
    expect((await call('k'.repeat(256))).body.Code).toBe('InvalidIdempotencyKey');
  });

  test('has the keys of its operator alone', async () => {
    const { customerNo } = await openWinery(server);
    const request = { CustomerNo: customerNo, ...weatherOf('CO') };
    const other = await signedIn(server, 'admin');
    const again = await openSession(server, admin.operator);
    for (const { call } of [admin, other, again]) await call('Rules/SetWeather', request, keyed('mine'));
    expect(await windowsOf(customerNo)).toHaveLength(2);
  });

  test('sets the cookie again that its first reply set', async () => {
    const password = 'a password that nobody guesses';
    const person = await signedIn(server, 'service', { password });
    const change = () =>
      person.call(
        'Session/ChangePassword',
        { CurrentPassword: password, NewPassword: 'another one that nobody guesses' },
        keyed('password'),
      );
    const both = await Promise.all([change(), change()]);
    const changed = both.filter(({ status }) => status === 200);
    const [cookie] = changed.map(({ headers }) => headers.get('set-cookie'));
    expect(cookie).toContain('dray_session=');
    // A request that arrives after the password was changed is without a session.
    expect(changed.every(({ headers }) => headers.get('set-cookie') === cookie)).toBe(true);
  });
});
