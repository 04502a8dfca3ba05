/** `dray password`, `membership` and `customer update`: changes to existing accounts. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openClient } from '../support/client.ts';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { openTestServer, type TestServer } from '../support/server.ts';
import { dray, drayJson, useDatabases } from './dray.ts';

let server: TestServer;
let production: TestDatabase;
let customer: Awaited<ReturnType<TestServer['customer']>>;

beforeAll(async () => {
  server = await openTestServer();
  production = await openTestDatabase();
  useDatabases(production, server.database);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
  await production.drop();
});
beforeEach(async () => {
  customer = await server.customer();
});

const inTest = (...args: string[]) => [...args, '--environment', 'test'];
/** Waits for this status with these credentials: changes take effect everywhere within a second. */
const status = (expected: number, credentials: Partial<typeof customer> = {}) => {
  const client = openClient(server.base, { ...customer, ...credentials });
  const ask = async () => (await client.call('SalesOrder/CancelSalesOrder', { OrderNumber: 'NO-SUCH' })).status;
  return expect.poll(ask, { timeout: 20_000, interval: 250 }).toBe(expected);
};

describe('password', () => {
  test('two passwords are valid during a rotation, and then only the newer one', async () => {
    const { userKey } = customer;
    const rotated = await drayJson(...inTest('password', 'rotate', '--user', userKey));
    expect(rotated).toEqual({
      UserKey: userKey,
      PasswordId: expect.any(String),
      Password: expect.stringMatching(/^drp_test_/),
    });
    await status(404);
    await status(404, { password: rotated.Password });
    expect(await dray(...inTest('password', 'rotate', '--user', userKey))).toMatchObject({
      code: 1,
      refused: expect.stringContaining('has two valid passwords already'),
    });
    expect(await dray(...inTest('password', 'revoke', '--user', userKey))).toMatchObject({
      out: expect.stringContaining('is revoked'),
    });
    await status(401);
    await status(404, { password: rotated.Password });
    expect(await dray(...inTest('password', 'revoke', '--user', userKey))).toMatchObject({
      code: 1,
      refused: expect.stringContaining('is in no rotation'),
    });
    const last = ['--password-id', rotated.PasswordId];
    expect(await drayJson(...inTest('password', 'revoke', '--user', userKey, ...last))).toEqual({
      UserKey: userKey,
      PasswordId: rotated.PasswordId,
    });
    await status(401, { password: rotated.Password });
  });

  test('prints one line for an unknown user and for a wrong flag', async () => {
    expect(await dray(...inTest('password', 'rotate', '--user', 'UNKNOWN'))).toEqual({
      code: 1,
      refused: 'There is no UserKey "UNKNOWN".',
    });
    expect(await dray('password', 'rotate', '--user', 'X')).toMatchObject({
      code: 2,
      refused: expect.stringContaining('--environment'),
    });
  });
});

describe('membership', () => {
  test('is granted, listed, restricted and revoked', async () => {
    const { userKey } = customer;
    const other = await server.customer();
    const acting = { ...other, userKey, password: customer.password };
    await status(401, acting);
    const asked = inTest('membership', 'grant', '--customer', other.customerNo, '--user', userKey);
    expect(await drayJson(...asked)).toEqual({ CustomerNo: other.customerNo, UserKey: userKey, Rights: 'write' });
    await status(404, acting);
    await dray(...asked, '--rights', 'read');
    await status(403, acting);
    expect(await drayJson(...inTest('membership', 'list', '--customer', other.customerNo))).toEqual(
      [
        { UserKey: userKey, Partner: `Winery ${customer.customerNo}`, Rights: 'read' },
        { UserKey: other.userKey, Partner: `Winery ${other.customerNo}`, Rights: 'write' },
      ].toSorted((a, b) => (a.UserKey < b.UserKey ? -1 : 1)),
    );
    const revoke = inTest('membership', 'revoke', '--customer', other.customerNo, '--user', userKey);
    expect(await dray(...revoke)).toEqual({ out: `${userKey} may no longer act for ${other.customerNo}\n`, code: 0 });
    await status(401, acting);
    expect(await dray(...revoke)).toEqual({
      code: 1,
      refused: `UserKey ${userKey} does not act for customer ${other.customerNo}.`,
    });
  });

  test('prints one line when the user, the customer or the membership does not exist', async () => {
    const grant = (...args: string[]) => dray(...inTest('membership', 'grant', ...args));
    expect(await grant('--customer', 'UNKNOWN', '--user', customer.userKey)).toEqual({
      code: 1,
      refused: 'There is no customer "UNKNOWN".',
    });
    expect(await grant('--customer', customer.customerNo, '--user', 'X', '--rights', 'all')).toMatchObject({
      code: 2,
      refused: expect.stringContaining("'all'"),
    });
    expect(await dray(...inTest('membership', 'list', '--customer', 'UNKNOWN'))).toMatchObject({ code: 1 });
  });
});

test('a malformed customer number is a usage error', async () => {
  expect(await dray(...inTest('customer', 'create', '--customer', 'a b', '--name', 'x'))).toEqual({
    code: 2,
    refused: expect.stringMatching(/^CustomerNo must be .* not "a b"$/),
  });
});

describe('customer update', () => {
  const update = (...args: string[]) =>
    dray(...inTest('customer', 'update', '--customer', customer.customerNo, ...args));
  const stored = async () => {
    const [row] = await server.environment.db.rows<{ name: string; preferences: object; rate_limits: object }>(
      'select name, preferences, rate_limits from customers where customer_no = $1',
      [customer.customerNo],
    );
    return row;
  };

  test('changes the given settings and keeps the others; none resets one', async () => {
    expect(
      await update('--name', 'Hillside Estate', '--carrier', 'ups', '--service', 'GRND', '--ship-days', '3,1'),
    ).toMatchObject({ code: 0 });
    await update('--warehouse', 'cob01', '--requests', '200/2000');
    expect(await stored()).toEqual({
      name: 'Hillside Estate',
      preferences: { defaultCarrier: 'UPS', defaultService: 'GRND', defaultWarehouse: 'COB01', shipDays: [1, 3] },
      rate_limits: { requests: { perSecond: 200, burst: 2000 } },
    });
    await update('--ship-days', 'none', '--carrier', 'none', '--get-details', '5/50', '--short-picks', 'hold');
    await update('--requests', 'none');
    expect(await stored()).toEqual({
      name: 'Hillside Estate',
      preferences: { defaultService: 'GRND', defaultWarehouse: 'COB01', shortPicks: 'hold' },
      rate_limits: { getDetails: { perSecond: 5, burst: 50 } },
    });
    expect(await update('--short-picks', 'none')).toMatchObject({ code: 0 });
    expect(await stored()).toMatchObject({ preferences: { defaultService: 'GRND', defaultWarehouse: 'COB01' } });
  });

  test.each([
    [[], 'there is nothing to change: give at least one property, such as --name'],
    [['--carrier', 'DHL'], '"DHL" is not a carrier: FEX, UPS, BSW, GSO, WIL, FCC, TMC, WST, WILL'],
    [['--carrier', 'FEX', '--service', 'CALL'], 'Service CALL requires carrier WIL or WILL, not FEX'],
    [['--ship-days', '8'], '--ship-days must be days from 1 Monday to 7 Sunday, not "8"'],
    [['--requests', 'many'], '--requests must be requests per second and in a burst, 200/2000, not "many"'],
    [['--name', ''], 'CustomerName must be 1 to 200 printable characters'],
  ])('%j: prints one line', async (args, refused) => {
    expect(await update(...args)).toEqual({ refused, code: 2 });
  });
});

test('every change of accounts is in the audit', async () => {
  const json = (...args: string[]) => drayJson(...args, '--environment', 'test');
  const { UserKey } = await json('customer', 'create', '--customer', 'AUDITED', '--name', 'Hilltop Cellars');
  const own = ['--customer', 'AUDITED'];
  const { TokenId } = await json('token', 'create', ...own);
  await json('token', 'revoke', ...own, '--token', TokenId);
  await json('password', 'rotate', '--user', UserKey);
  await json('password', 'revoke', '--user', UserKey);
  await json('membership', 'grant', ...own, '--user', UserKey, '--rights', 'read');
  await json('membership', 'revoke', ...own, '--user', UserKey);
  await json('customer', 'update', ...own, '--name', 'Hillside Estate');
  const { rows } = await server.database.pool.query(
    `select operation, action from operator_audit where for_customer = 'AUDITED' order by audit_id`,
  );
  expect([...new Set(rows.map(({ operation, action }) => `${operation}: ${action}`))]).toEqual([
    'dray customer create: customer.created',
    'dray customer create: token.created',
    'dray token create: token.created',
    'dray token revoke: token.revoked',
    'dray password rotate: password.created',
    'dray password revoke: password.revoked',
    'dray membership grant: membership.granted',
    'dray membership revoke: membership.revoked',
    'dray customer update: customer.changed',
  ]);
});
