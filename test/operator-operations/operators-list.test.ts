/** Operators/List: pages by e-mail, and filters. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, type OperatorClient, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let admin: OperatorClient;
beforeAll(async () => {
  server = await openTestServer();
  admin = await signedIn(server, 'admin', { email: 'admin@list.example' });
  for (const name of ['c', 'a', 'b']) await addOperator(server.environment, 'floor', { email: `${name}@list.example` });
  await addOperator(server.environment, 'lead', { email: 'lead@other.example', badge: 'B-1', pin: '4071' });
});
afterAll(() => server.close());

test('200 returns pages by e-mail and the count of all', async () => {
  const emails: string[] = [];
  let After: string | undefined;
  do {
    const { body } = await admin.call('Operators/List', { Text: 'LIST.example', Top: 2, ...(After && { After }) });
    expect(body.Count).toBe(4);
    emails.push(...body.Records.map(({ Email }: { Email: string }) => Email));
    After = body.Next;
  } while (After !== undefined);
  expect(emails).toEqual(['a@list.example', 'admin@list.example', 'b@list.example', 'c@list.example']);
});

test('200 filters roles and disabled operators, and shows no secret', async () => {
  const lead = await admin.call('Operators/List', { Roles: ['lead', 'service'] });
  expect(lead.body.Records).toEqual([
    {
      Email: 'lead@other.example',
      Role: 'lead',
      Warehouses: [],
      IsStation: false,
      Badge: 'B-1',
      HasPin: true,
      HasTotp: false,
      IsDisabled: false,
      CreatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      Version: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
  ]);
  await admin.call('Operators/Disable', { Email: 'lead@other.example' });
  expect((await admin.call('Operators/List', { Roles: ['lead'] })).body).toEqual({ Records: [], Count: 0 });
  const all = await admin.call('Operators/List', { Roles: ['lead'], IncludeDisabled: true });
  expect(all.body.Count).toBe(1);
});

test('400 names a role that does not exist', async () => {
  const { status, body } = await admin.call('Operators/List', { Roles: ['owner'] });
  expect([status, body.Errors[0].Field]).toEqual([400, 'Roles[0]']);
});
