/** Tokens/Create: a token that works, shown once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastAudit } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 creates a token, and records it without the token', async () => {
  const { customerNo: CustomerNo } = await server.customer();
  const { status, body } = await admin.call('Tokens/Create', { CustomerNo });
  expect([status, body]).toEqual([
    200,
    { TokenId: expect.any(String), AccessToken: expect.stringMatching(/^drt_test_/) },
  ]);
  const { body: customer } = await admin.call('Customers/Get', { CustomerNo });
  expect(customer.Tokens.at(-1)).toMatchObject({
    TokenId: body.TokenId,
    CreatedBy: `operator:${admin.operator.email}`,
  });
  const entry = await lastAudit(server, 'Tokens/Create');
  expect(entry).toMatchObject({ action: 'token.created', subject: body.TokenId, for_customer: CustomerNo });
  expect(JSON.stringify(entry)).not.toContain(body.AccessToken);
});

test('200 creates a token that may only read', async () => {
  const { customerNo: CustomerNo, client } = await server.customer();
  const { body } = await admin.call('Tokens/Create', { CustomerNo, Scope: 'read' });
  const { body: customer } = await admin.call('Customers/Get', { CustomerNo });
  expect(customer.Tokens.map(({ Scope }: { Scope: string }) => Scope)).toEqual(['write', 'read']);
  const authorization = `ServiceAuth ${body.AccessToken}`;
  const read = await client.call('Tracking/GetDetails', { OrderNo: 'NONE-1' }, { authorization });
  expect(read).toMatchObject({ status: 404 });
  const written = await client.call('SKU/RetireSku', {}, { authorization });
  expect(written).toMatchObject({ status: 403, body: { Code: 'RightMissing' } });
});

test('400 names a field that is not valid', async () => {
  const { status, body } = await admin.call('Tokens/Create', {});
  expect([status, body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
});

test('404 for a customer that does not exist', async () => {
  expect((await admin.call('Tokens/Create', { CustomerNo: 'UNKNOWN' })).status).toBe(404);
});
