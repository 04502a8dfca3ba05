/** No secret is written anywhere, wherever it is in a body: everything that the server writes is searched (decision 5). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wineryOperations } from '../../src/api/operations.ts';
import { operationName } from '../../src/platform/http/operation.ts';
import { withCredentials } from '../support/client.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Every row of every table, as text. */
async function everythingStored(): Promise<string> {
  const { db } = server.environment;
  const tables = await db.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.rows<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join('\n');
}

/** Puts a text behind every string of a body. */
function planted(value: unknown, secret: string): unknown {
  if (typeof value === 'string') return `${value} ${secret}`;
  if (Array.isArray(value)) return value.map((member) => planted(member, secret));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, planted(member, secret)]));
}

test('passwords and tokens stand nowhere: no table, no log, no metric, no answer', async () => {
  const customer = await server.customer();
  const { password, accessToken, client } = customer;
  const responses: string[] = [];
  const send = async (name: string, body: object, headers: Record<string, string> = {}) => {
    const response = await client.call(name, body, headers);
    responses.push(JSON.stringify(response.body));
  };
  for (const operation of wineryOperations) {
    const name = operationName(operation);
    const example = operation.requestExample as object;
    const escaped = [...password].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    await send(name, example);
    await send(name, { ...example, Nested: { Deep: [{ Password: password }] }, [password]: accessToken });
    await send(name, planted(example, password) as object);
    await send(name, planted(example, accessToken) as object, { 'idempotency-key': `k ${name}` });
    const whole = JSON.stringify(withCredentials(name, customer, { ...example, Note: 'NOTE' }));
    for (const body of [whole.replace('NOTE', escaped), whole.slice(0, -2), `[${whole}]`]) {
      const response = await client.send(name, body, { authorization: `ServiceAuth ${accessToken}` });
      responses.push(JSON.stringify(response.body));
    }
  }
  // Rejections are journaled a moment later.
  await expect.poll(everythingStored, { timeout: 20_000, interval: 250 }).toContain('request.rejected');
  await new Promise((resolve) => setTimeout(resolve, 500));
  const metrics = await server.api.metrics.text();
  const written = [await everythingStored(), server.logged.join('\n'), metrics, responses.join('\n')];
  expect(written[0]).toContain('request.rejected');
  expect(written[0]).toContain(customer.customerNo);
  expect(written[1]?.length).toBeGreaterThan(1_000);
  for (const [index, text] of written.entries()) {
    for (const [kind, secret] of Object.entries({ password, accessToken })) {
      const at = text.indexOf(secret);
      expect(
        at < 0
          ? ''
          : `${kind} in ${['tables', 'logs', 'metrics', 'answers'][index]}: ${text.slice(Math.max(0, at - 200), at + 60)}`,
      ).toBe('');
    }
  }
});
