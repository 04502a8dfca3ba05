/** GetAccessToken without its HTTP handling, which test/operations/get-access-token.test.ts covers. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCustomer, getAccessTokenOperation, type NewCustomerCredentials } from '../../src/auth/index.ts';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { openTestbed, type Process, secrets, type Testbed } from './testbed.ts';

let testbed: Testbed;
let process: Process;
let winery: NewCustomerCredentials;

beforeAll(async () => {
  testbed = await openTestbed();
  process = await testbed.start({ BRAND: 'Acme' });
  const input = { environment: 'test' as const, customerNo: 'W100', name: 'Winery', actor: 'system' };
  winery = await createCustomer(process.environment.db, secrets, input);
});
afterAll(() => testbed.end());

const caller = () => ({ customerNo: 'W100', customerName: 'Winery', userKey: winery.userKey });
const ask = (reference = uuidv7(), at = process) =>
  getAccessTokenOperation.execute({
    environment: at.environment,
    caller: caller(),
    request: {},
    context: {
      customerNo: 'W100',
      actor: winery.userKey,
      operation: 'Authentication/GetAccessToken',
      reference,
    },
  });

it('answers a token that passes at once, under the operator’s scheme, for 60 minutes', async () => {
  const response = await ask();
  expect(response).toEqual({
    AccessToken: expect.stringMatching(/^drt_test_/),
    TokenType: 'AcmeAuth',
    ExpiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/),
  });
  const minutes = Temporal.Instant.from(response.ExpiresAt).since(Temporal.Now.instant()).total('minutes');
  expect(minutes).toBeGreaterThan(59.9);
  expect(minutes).toBeLessThanOrEqual(60.01);
  const header = `${response.TokenType} ${response.AccessToken}`;
  expect(await process.authenticator.checkToken(process.environment, header, caller(), 'write')).toBeUndefined();
});

it('names the scheme ServiceAuth where the operator has no brand', async () => {
  const plain = await testbed.start();
  expect(await ask(uuidv7(), plain)).toMatchObject({ TokenType: 'ServiceAuth' });
  await plain.stop();
});

it('is in the log under its reference, by the user who asked, without the token', async () => {
  const reference = uuidv7();
  const { AccessToken } = await ask(reference);
  const rows = await process.environment.db.rows<{ row: object }>(
    'select kind, actor, operation, data from log where customer_no = $1 and reference = $2',
    ['W100', reference],
  );
  expect(rows).toMatchObject([
    { kind: 'token.created', actor: winery.userKey, operation: 'Authentication/GetAccessToken' },
  ]);
  expect(JSON.stringify(rows)).not.toContain(AccessToken);
});

it('deletes tokens that ran out long ago, never others', async () => {
  const { db } = process.environment;
  await ask();
  await ask();
  const [kept] = await db.rows<{ count: number }>('select count(*) from access_tokens where expires_at is null');
  await db.rows("update access_tokens set expires_at = now() - interval '2 days' where expires_at is not null");
  await ask();
  const rows = await db.rows<{ count: number }>(
    'select count(*) from access_tokens where expires_at is null union all select count(*) from access_tokens where expires_at is not null',
  );
  expect(rows.map(({ count }) => count)).toEqual([kept?.count, 1]);
});
