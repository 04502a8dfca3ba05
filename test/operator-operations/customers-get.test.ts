/** Customers/Get: settings, users and tokens, and never a secret. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let service: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  service = await signedIn(server, 'service');
});
afterAll(() => server.close());

test('200 shows a customer without its secrets', async () => {
  const { customerNo, userKey, password, accessToken, tokenId } = await server.customer();
  const { status, body } = await service.call('Customers/Get', { CustomerNo: customerNo });
  expect([status, body]).toEqual([
    200,
    {
      CustomerNo: customerNo,
      CustomerName: `Winery ${customerNo}`,
      Preferences: {},
      RateLimits: {},
      TokenPolicy: 'default',
      Version: expect.stringMatching(/^[0-9a-f]{16}$/),
      Users: [
        {
          UserKey: userKey,
          Partner: `Winery ${customerNo}`,
          Rights: 'write',
          Version: expect.any(String),
          PasswordIds: [expect.any(String)],
        },
      ],
      Tokens: [
        {
          TokenId: tokenId,
          CreatedAt: expect.any(String),
          CreatedBy: expect.any(String),
          ExpiresAt: '',
          Scope: 'write',
        },
      ],
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(password);
  expect(JSON.stringify(body)).not.toContain(accessToken);
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await service.call('Customers/Get', {});
  expect([status, body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
});

test('404 for a customer that does not exist', async () => {
  const { status, body } = await service.call('Customers/Get', { CustomerNo: 'UNKNOWN' });
  expect([status, body.Reason]).toEqual([404, 'There is no winery UNKNOWN.']);
});
