/** GetAccessToken over HTTP: every documented response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCustomer } from '../../src/auth/index.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

const operation = 'Authentication/GetAccessToken';
let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 a token of an hour, good for the operations that need one', async () => {
  const customer = await server.customer();
  const answer = await customer.client.call(operation);
  expect(answer).toMatchObject({ status: 200, body: { TokenType: 'ServiceAuth' } });
  const lasts = Temporal.Instant.from(answer.body.ExpiresAt).since(Temporal.Now.instant()).total('minutes');
  expect(lasts).toBeGreaterThan(58);
  expect(lasts).toBeLessThanOrEqual(60);
  // 404, not 401: the token is accepted, the order does not exist.
  const authorization = `ServiceAuth ${answer.body.AccessToken}`;
  const details = await customer.client.call('Tracking/GetDetails', { OrderNo: 'NO-SUCH' }, { authorization });
  expect(details.status).toBe(404);
});

test('200 each call gives another token, and none is written to a log', async () => {
  const customer = await server.customer();
  const tokens = [await customer.client.call(operation), await customer.client.call(operation)].map(
    (answer) => answer.body.AccessToken as string,
  );
  expect(new Set(tokens).size).toBe(2);
  const journal = await server.environment.db.rows('select * from log where customer_no = $1', [customer.customerNo]);
  for (const token of tokens) expect(JSON.stringify(journal) + server.logged.join('')).not.toContain(token);
});

test('200 nothing else is asked of a caller with credentials', async () => {
  const customer = await server.customer();
  expect((await customer.client.call(operation, { Anything: 1 })).status).toBe(200);
});

test('401 credentials missing, wrong, of another customer', async () => {
  const [mine, theirs] = [await server.customer(), await server.customer()];
  const good = { UserKey: mine.userKey, Password: mine.password, CustomerNo: mine.customerNo };
  for (const Authentication of [
    null,
    {},
    { ...good, Password: 'wrong' },
    { ...good, UserKey: theirs.userKey },
    { ...good, CustomerNo: theirs.customerNo },
  ]) {
    expect(await mine.client.call(operation, { Authentication })).toMatchObject({
      status: 401,
      body: { Code: 'InvalidCredentials' },
    });
  }
  const token = (await mine.client.call(operation)).body.AccessToken;
  const stolen = await theirs.client.call(
    'Tracking/GetDetails',
    { OrderNo: 'NO-SUCH' },
    { authorization: `ServiceAuth ${token}` },
  );
  expect(stolen).toMatchObject({ status: 401, body: { Code: 'InvalidToken' } });
});

test('in production a token is required until it expires, or not at all by the policy of the customer', async () => {
  const production = await openTestServer({ environment: 'production' });
  try {
    const { client, customerNo } = await production.customer();
    const { AccessToken } = (await client.call(operation)).body;
    const asked = async (authorization: string) => {
      const { status, body } = await client.call('Tracking/GetDetails', { OrderNo: 'NO-SUCH' }, { authorization });
      return [status, body.Code];
    };
    const token = `ServiceAuth ${AccessToken}`;
    expect([await asked(''), await asked(token)]).toEqual([
      [401, 'TokenRequired'],
      [404, 'NotFound'],
    ]);
    const { db } = production.environment;
    await db.rows(`update access_tokens set expires_at = now() where expires_at is not null`);
    // The change of the customer empties the caches, so the token is read again.
    await updateCustomer(db, { customerNo, tokenPolicy: 'optional', actor: 'operator:test' });
    await expect.poll(() => asked('')).toEqual([404, 'NotFound']);
    expect(await asked(token)).toEqual([401, 'InvalidToken']);
    await updateCustomer(db, { customerNo, tokenPolicy: 'required', actor: 'operator:test' });
    await expect.poll(() => asked('')).toEqual([401, 'TokenRequired']);
  } finally {
    await production.close();
  }
});
