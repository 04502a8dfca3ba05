/** Operators/Disable: sessions end in every process, and sign-ins are refused. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addOperator, callOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
/** Another process on the same database: its own connections and caches. */
let other: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  other = await openTestServer({ database: { ...server.database, drop: async () => undefined } });
});
afterAll(async () => {
  await other.close();
  await server.close();
});

test('200 ends the sessions in every process at once', async () => {
  const admin = await signedIn(server, 'admin');
  const operator = await addOperator(server.environment, 'service', { password: 'a right password' });
  const sessions = [await openSession(server, operator), await openSession(other, operator)];
  const statuses = () =>
    Promise.all(
      sessions.flatMap(({ cookie }) =>
        [server, other].map(async ({ url, environment }) => {
          const reply = await callOperator(url, environment, 'Session/Get', {}, { cookie });
          return reply.status;
        }),
      ),
    );
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  const { status, body } = await admin.call('Operators/Disable', { Email: operator.email });
  // The next request is rejected, not only one within a second.
  expect(await statuses()).toEqual([401, 401, 401, 401]);
  expect([status, body.IsDisabled]).toEqual([200, true]);
  const signIn = { Email: operator.email, Password: 'a right password' };
  expect((await callOperator(other.url, other.environment, 'Session/SignIn', signIn)).status).toBe(401);
  expect((await admin.call('Operators/Disable', { Email: operator.email })).status).toBe(200);
  const { rows } = await server.database.pool.query(
    "select before, after from operator_audit where action = 'operator.disabled' and subject = $1",
    [operator.email],
  );
  expect(rows).toEqual([{ before: { IsDisabled: false }, after: { IsDisabled: true } }]);
  await admin.call('Operators/Disable', { Email: admin.operator.email });
});

test('403 for the only admin; two admins cannot disable each other at once', async () => {
  const { pool } = server.database;
  await pool.query("update operators set disabled_at = now() where role = 'admin'");
  const [first, second] = [await signedIn(server, 'admin'), await signedIn(other, 'admin')];
  const replies = await Promise.all([
    first.call('Operators/Disable', { Email: second.operator.email }),
    second.call('Operators/Disable', { Email: first.operator.email }),
  ]);
  const statuses = replies.map(({ status }) => status).sort();
  expect(statuses[0]).toBe(200);
  // The other one is no admin any more, or the last one.
  expect([401, 403]).toContain(statuses[1]);
  const { rows } = await pool.query("select email from operators where role = 'admin' and disabled_at is null");
  expect(rows).toHaveLength(1);
  const left = rows[0].email === first.operator.email ? first : second;
  const { status, body } = await left.call('Operators/Disable', { Email: left.operator.email });
  expect([status, body.State]).toEqual([403, 'LAST ADMIN']);
});

test('404 for an unknown operator', async () => {
  const admin = await signedIn(server, 'admin');
  expect((await admin.call('Operators/Disable', { Email: 'nobody@w.example' })).status).toBe(404);
});
