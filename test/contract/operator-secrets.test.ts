/** No secret of an operator is written anywhere: every table and the log are searched after each operation that handles one (decision 38). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { computeTotpCode, computeTotpTimeStep, matchTotpTimeStep } from '../../src/operators/totp.ts';
import { callOperator, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** Every row of every table, as JSON. Bytes are in hexadecimal. */
async function everythingStored(): Promise<string> {
  const { db } = server.environment;
  const tables = await db.rows<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.rows<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return texts.join('\n');
}

test('passwords, PINs, sessions, TOTP secrets and recovery codes stand nowhere', async () => {
  const secrets: Record<string, string> = { chosen: 'a bottle a day 2026', pin: '83915207' };
  const admin = await signedIn(server, 'admin');
  const account = { Email: 'secretive@w.example', Role: 'floor', Badge: 'B-SEC', Pin: secrets.pin };
  secrets.generated = (await admin.call('Operators/Create', account)).body.Password;
  const signIn = { Email: account.Email, Password: secrets.generated };
  const first = await callOperator(server.url, server.environment, 'Session/SignIn', signIn);
  const headersOf = ({ headers, body }: typeof first) => {
    const cookie = headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    return { cookie, 'x-csrf-token': body.CsrfToken as string };
  };
  const own = headersOf(first);
  const changed = await callOperator(
    server.url,
    server.environment,
    'Session/ChangePassword',
    { CurrentPassword: secrets.generated, NewPassword: secrets.chosen },
    own,
  );
  const next = headersOf(changed);
  const call = (name: string, body: object) => callOperator(server.url, server.environment, name, body, next);
  for (const [name, { cookie, 'x-csrf-token': token }] of Object.entries({ own, next })) {
    secrets[`${name} session`] = cookie.slice('dray_session='.length);
    secrets[`${name} CSRF token`] = token;
  }
  const enrolled = await call('Session/EnrollTotp', { Password: secrets.chosen });
  secrets.totp = enrolled.body.Secret;
  const bytes = fromBase32(enrolled.body.Secret);
  secrets['totp in hexadecimal'] = bytes.toString('hex');
  const code = computeTotpCode(bytes, computeTotpTimeStep(Date.now()));
  expect(matchTotpTimeStep(bytes, code, Date.now(), 0)).toBeDefined();
  const { body } = await call('Session/ConfirmTotp', { Code: code });
  for (const recovery of body.RecoveryCodes) {
    secrets[`recovery code ${recovery}`] = recovery;
    secrets[`bare recovery code ${recovery}`] = recovery.replace('-', '');
  }
  const station = await signedIn(server, 'floor', { isStation: true });
  expect((await station.call('Session/Identify', { Badge: 'B-SEC', Pin: secrets.pin })).status).toBe(200);
  const extra = await openSession(server, admin.operator);
  secrets['reset password'] = (await extra.call('Operators/ResetPassword', { Email: account.Email })).body.Password;

  const written = { tables: await everythingStored(), logs: server.logged.join('\n') };
  expect(written.tables).toContain('person.identified');
  expect(written.logs).toContain('Operators/ResetPassword');
  expect(Object.keys(secrets).length).toBeGreaterThan(25);
  for (const [where, text] of Object.entries(written)) {
    const found = Object.entries(secrets).filter(([, secret]) => secret.length < 8 || text.includes(secret));
    expect(found, where).toEqual([]);
  }
});

/** Decodes base32 without padding. */
function fromBase32(text: string): Buffer {
  let bits = '';
  for (const letter of text) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
