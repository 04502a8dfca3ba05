/** Tokens/Revoke: a token stops working, and cannot be revoked twice. */
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

test('200 revokes a token, and it is no longer listed', async () => {
  const { customerNo: CustomerNo, tokenId: TokenId } = await server.customer();
  const { status, body } = await admin.call('Tokens/Revoke', { CustomerNo, TokenId });
  expect([status, body]).toEqual([200, { TokenId }]);
  expect((await admin.call('Customers/Get', { CustomerNo })).body.Tokens).toEqual([]);
  expect(await lastAudit(server, 'Tokens/Revoke')).toMatchObject({ action: 'token.revoked', subject: TokenId });
});

test('400 names an id that is none', async () => {
  const { status, body } = await admin.call('Tokens/Revoke', { CustomerNo: 'X', TokenId: 'secret' });
  expect([status, body.Errors[0].Field]).toEqual([400, 'TokenId']);
});

test('404 for a token of another customer, and for one that is revoked already', async () => {
  const { customerNo: CustomerNo, tokenId: TokenId } = await server.customer();
  const other = await server.customer();
  const revoke = (customerNo: string) => admin.call('Tokens/Revoke', { CustomerNo: customerNo, TokenId });
  expect((await revoke(other.customerNo)).status).toBe(404);
  expect((await revoke(CustomerNo)).status).toBe(200);
  expect((await revoke(CustomerNo)).status).toBe(404);
});
