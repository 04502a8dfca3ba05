/** Session/SignOut: the session ends at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOperator, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('200 ends this session, removes the cookie, and leaves other sessions', async () => {
  const { call, cookie, operator } = await signedIn(server, 'service');
  const other = await signedIn(server, 'service');
  const { status, body, headers } = await call('Session/SignOut');
  expect([status, body]).toEqual([200, {}]);
  expect(headers.get('set-cookie')).toMatch(/^dray_session=; Path=\/test\/operator\/v1; Max-Age=0;/);
  expect((await callOperator(server.url, server.environment, 'Session/Get', {}, { cookie })).status).toBe(401);
  expect((await other.call('Session/Get')).status).toBe(200);
  const { rows } = await server.database.pool.query(
    'select actor, operation, subject from operator_audit where operator_id = $1',
    [operator.operatorId],
  );
  expect(rows).toEqual([
    { actor: `operator:${operator.email}`, operation: 'Session/SignOut', subject: operator.email },
  ]);
});

test('the audit refuses updates, deletions and TRUNCATE', async () => {
  const { call } = await signedIn(server, 'service');
  await call('Session/SignOut');
  const { pool } = server.database;
  await expect(pool.query("update operator_audit set actor = 'someone'")).rejects.toThrow('append-only');
  await expect(pool.query('delete from operator_audit')).rejects.toThrow('append-only');
  await expect(pool.query('truncate operator_audit')).rejects.toThrow('append-only');
});
