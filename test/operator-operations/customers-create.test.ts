/** Customers/Create: a customer that can call at once, and an audit entry without its secrets. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditOf } from '../support/audit.ts';
import { type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin');
});
afterAll(() => server.close());

test('200 creates a customer whose credentials work, and records it without them', async () => {
  const request = { CustomerNo: 'NEW-1', CustomerName: ' Río Alto ', TokenPolicy: 'optional' };
  const { status, body, headers } = await admin.call('Customers/Create', request);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  const response = await fetch(`${server.url}/test/v3/api/Inventory/GetStatus`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      AuthenticationDetails: { UserKey: body.UserKey, Password: body.Password, CustomerNo: 'NEW-1' },
      Authentication: { UserKey: body.UserKey, Password: body.Password, CustomerNo: 'NEW-1' },
    }),
  });
  expect(response.status).not.toBe(401);
  const { body: shown } = await admin.call('Customers/Get', { CustomerNo: 'NEW-1' });
  expect(shown).toMatchObject({
    CustomerName: 'Río Alto',
    TokenPolicy: 'optional',
    Users: [{ UserKey: body.UserKey }],
  });

  const entries = await auditOf(server, 'Customers/Create');
  expect(entries).toMatchObject([
    { action: 'customer.created', subject: 'NEW-1', for_customer: 'NEW-1', actor: `operator:${admin.operator.email}` },
    { action: 'token.created', subject: body.TokenId, for_customer: 'NEW-1' },
  ]);
  for (const secret of [body.Password, body.AccessToken]) expect(JSON.stringify(entries)).not.toContain(secret);
  const { rows } = await server.database.pool.query(
    'select distinct actor, operation from log where customer_no = $1',
    ['NEW-1'],
  );
  expect(rows).toEqual([{ actor: `operator:${admin.operator.email}`, operation: 'Customers/Create' }]);
});

test('400 names a malformed number, and refuses one that exists', async () => {
  const malformed = await admin.call('Customers/Create', { CustomerNo: 'a b', CustomerName: 'X' });
  expect([malformed.status, malformed.body.Errors[0].Field]).toEqual([400, 'CustomerNo']);
  const { customerNo } = await server.customer();
  const taken = await admin.call('Customers/Create', { CustomerNo: customerNo, CustomerName: 'X' });
  expect([taken.status, taken.body.Code]).toEqual([400, 'DuplicateCustomer']);
});
