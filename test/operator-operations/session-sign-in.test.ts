/** Session/SignIn: credentials, the cookie, and what a rejection reveals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidv7 } from '../../src/lib/uuid.ts';
import { createOperator, deriveOperatorAuthKeys } from '../../src/operators/index.ts';
import { hashPassword } from '../../src/operators/password-hash.ts';
import { computeTotpCode, computeTotpTimeStep } from '../../src/operators/totp.ts';
import type { OperatorRole } from '../../src/platform/http/operator-operation.ts';
import { hashesDuring } from '../support/hashes.ts';
import { untilBlocked } from '../support/lock-waits.ts';
import { addOperator, callOperator, openSession, type TestOperator } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const signIn = (body: object, headers: Record<string, string> = {}) =>
  callOperator(server.url, server.environment, 'Session/SignIn', body, headers);

/** An operator with a generated password. */
async function withPassword(email: string, role: OperatorRole = 'service') {
  const { db, config } = server.environment;
  const context = { actor: 'system', operation: 'test', reference: uuidv7() };
  const created = await createOperator(db, deriveOperatorAuthKeys(config), { email, role, warehouses: [] }, context);
  if ('refused' in created) throw new Error(created.refused.reason);
  return created.ok;
}

describe('200', () => {
  test('200 sets a cookie that only this base address receives, and returns the CSRF token', async () => {
    const { password } = await withPassword('Ann@Warehouse.example');
    const { status, body, headers } = await signIn({ Email: ' ann@warehouse.EXAMPLE ', Password: password });
    expect(status).toBe(200);
    expect(body).toEqual({
      CsrfToken: expect.stringMatching(/^[\w-]{43}$/),
      Operator: { Email: 'ann@warehouse.example', Role: 'service', Warehouses: [] },
    });
    const cookie = headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^dray_session=[\w-]{43}; Path=\/test\/operator\/v1; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    const session = { cookie: cookie.split(';', 1)[0] ?? '' };
    const got = await callOperator(server.url, server.environment, 'Session/Get', {}, session);
    expect(got.body).toEqual({ ...body, HasTotp: false, RecoveryCodesLeft: 0 });
  });

  test('200 marks the cookie as secure when a proxy received the request by https', async () => {
    const { email, password } = await withPassword('secure@warehouse.example');
    const { headers } = await signIn({ Email: email, Password: password }, { 'x-forwarded-proto': 'https' });
    expect(headers.get('set-cookie')).toMatch(/; Secure$/);
  });
});

test('401 when the password is reset while it is checked', async () => {
  const { email, password } = await withPassword('reset@warehouse.example');
  const { db, config } = server.environment;
  const secrets = deriveOperatorAuthKeys(config);
  const passwordHash = await hashPassword(secrets.passwordKey, 'another password');
  const signedIn = await db.write(async (tx) => {
    await tx.rows('select 1 from operators where email = $1 for update', [email]);
    const reply = signIn({ Email: email, Password: password });
    await untilBlocked(db);
    await tx.rows('update operators set password_hash = $2 where email = $1', [email, passwordHash]);
    return { reply };
  });
  expect((await signedIn.reply).status).toBe(401);
});

test('400 names missing fields', async () => {
  const { status, body } = await signIn({ Email: 'ann@warehouse.example' });
  expect([status, body.Errors]).toEqual([400, [{ Field: 'Password', Code: 'Required', Message: 'is required' }]]);
});

test('401 is the same for a wrong password, an unknown and a disabled account', async () => {
  const { email, password, operatorId } = await withPassword('ben@warehouse.example');
  const replies = [
    await signIn({ Email: email, Password: 'wrong' }),
    await signIn({ Email: 'nobody@warehouse.example', Password: password }),
  ];
  await server.database.pool.query('update operators set disabled_at = now() where operator_id = $1', [operatorId]);
  replies.push(await signIn({ Email: email, Password: password }));
  for (const { status, body, headers } of replies) {
    expect([status, body.Code, body.Reason, headers.get('set-cookie')]).toEqual([
      401,
      'InvalidCredentials',
      'The e-mail address, password or code is not valid.',
      null,
    ]);
  }
});

test('every rejection costs one hash, whether the account exists or not', async () => {
  const known = await withPassword('cost@warehouse.example');
  const { email: withoutPassword } = await addOperator(server.environment, 'lead');
  const disabled = await withPassword('gone@warehouse.example');
  await server.database.pool.query('update operators set disabled_at = now() where email = $1', [disabled.email]);
  const tried = [
    [known.email, 'wrong'],
    [disabled.email, disabled.password],
    [withoutPassword, 'wrong'],
    ['no-such@warehouse.example', 'wrong'],
  ];
  for (const [Email, Password] of tried) {
    const work = async () => expect((await signIn({ Email, Password })).status).toBe(401);
    expect(await hashesDuring(work), Email).toEqual({ all: 1, atOnce: 1 });
  }
});

test('403 from a page of another origin', async () => {
  const { status, body } = await signIn({}, { origin: 'https://attacker.example' });
  expect([status, body.Code]).toEqual([403, 'ForeignOrigin']);
});

describe('wrong passwords', () => {
  const password = 'a right password';
  const query = async (text: string, ...values: unknown[]) => (await server.database.pool.query(text, values)).rows;
  /** Ends all locks as time does. */
  const endLocks = () =>
    query('update operator_sign_in_failures set locked_until = now() where locked_until is not null');

  test.each([
    ['an account', true],
    ['an address without an account', false],
  ])('429 five lock %s, with the same reply', async (_what, exists) => {
    const email = `locked-${exists}@warehouse.example`;
    if (exists) await addOperator(server.environment, 'lead', { email, password });
    const attempts = [];
    for (let i = 0; i < 6; i += 1) attempts.push(await signIn({ Email: email, Password: 'wrong' }));
    expect(attempts.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    const { status, body, headers } = await signIn({ Email: email, Password: password });
    expect([status, body.Code, body.Reason]).toEqual([
      429,
      'RateLimited',
      'There were too many wrong attempts. Wait for the seconds in Retry-After.',
    ]);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('each further one locks for twice as long, up to an hour, and a right one ends it', async () => {
    const email = 'doubling@warehouse.example';
    await addOperator(server.environment, 'lead', { email, password });
    const seconds = [];
    for (let i = 0; i < 12; i += 1) {
      await endLocks();
      await signIn({ Email: email, Password: 'wrong' });
      const [lock] = await query(
        `select round(extract(epoch from locked_until - last_at))::int as seconds from operator_sign_in_failures
          where failures = $1 order by last_at desc limit 1`,
        i + 1,
      );
      seconds.push(lock.seconds);
    }
    expect(seconds).toEqual([null, null, null, null, 60, 120, 240, 480, 960, 1920, 3600, 3600]);
    await endLocks();
    expect((await signIn({ Email: email, Password: password })).status).toBe(200);
    expect((await signIn({ Email: email, Password: 'wrong' })).status).toBe(401);
    expect((await signIn({ Email: email, Password: password })).status).toBe(200);
  });

  test('those of more than a day ago do not count', async () => {
    const email = 'yesterday@warehouse.example';
    await addOperator(server.environment, 'lead', { email, password });
    const guess = async (times: number) => {
      for (let i = 0; i < times; i += 1) expect((await signIn({ Email: email, Password: 'wrong' })).status).toBe(401);
    };
    await guess(4);
    await query("update operator_sign_in_failures set last_at = now() - interval '25 hours' where failures = 4");
    await guess(4);
    expect((await signIn({ Email: email, Password: password })).status).toBe(200);
  });

  test('concurrent guesses cannot exceed the limit', async () => {
    const email = 'concurrent@warehouse.example';
    await addOperator(server.environment, 'lead', { email, password });
    const replies = await Promise.all(Array.from({ length: 12 }, () => signIn({ Email: email, Password: 'wrong' })));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
  });

  test('429 an address has as many wrong sign-ins a minute as the setting says, of whatever accounts', async () => {
    const settings = { RATE_LIMIT: 'on', RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1' };
    const limited = await openTestServer({ settings });
    try {
      await addOperator(limited.environment, 'lead', { email: 'right@w.example', password });
      const attempt = async (Email: string, Password: string) =>
        (await callOperator(limited.url, limited.environment, 'Session/SignIn', { Email, Password })).status;
      for (let i = 0; i < 3; i += 1) expect(await attempt('right@w.example', password)).toBe(200);
      expect(await attempt('guess@w.example', 'wrong')).toBe(401);
      expect(await attempt('another@w.example', 'wrong')).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test('what cannot be checked does not count', async () => {
    const email = 'unchecked@warehouse.example';
    const { operatorId } = await addOperator(server.environment, 'lead', { email, password });
    const read = 'select password_hash from operators where operator_id = $1';
    const [{ password_hash: stored }] = await query(read, operatorId);
    const set = 'update operators set password_hash = $2 where operator_id = $1';
    // Less memory than argon2 accepts: computing the hash fails, as it does when too many wait for one.
    await query(set, operatorId, stored.replace(/m=\d+/, 'm=1'));
    for (let i = 0; i < 7; i += 1) expect((await signIn({ Email: email, Password: password })).status).toBe(500);
    await query(set, operatorId, stored);
    expect((await signIn({ Email: email, Password: password })).status).toBe(200);
  });

  test('what cannot be checked takes nothing of what the address may guess', async () => {
    const settings = { RATE_LIMIT: 'on', RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1' };
    const limited = await openTestServer({ settings });
    try {
      const { operatorId } = await addOperator(limited.environment, 'lead', { email: 'busy@w.example', password });
      // As in the test before.
      await limited.environment.db.rows(
        `update operators set password_hash = regexp_replace(password_hash, 'm=\\d+', 'm=1') where operator_id = $1`,
        [operatorId],
      );
      const attempt = async (Email: string) =>
        (await callOperator(limited.url, limited.environment, 'Session/SignIn', { Email, Password: 'wrong' })).status;
      for (let i = 0; i < 3; i += 1) expect(await attempt('busy@w.example')).toBe(500);
      expect(await attempt('guess@w.example')).toBe(401);
      expect(await attempt('busy@w.example')).toBe(429);
    } finally {
      await limited.close();
    }
  });

  test('the account is not stored by its name', async () => {
    await signIn({ Email: 'secret-name@warehouse.example', Password: 'wrong' });
    const rows = await query('select to_jsonb(f)::text as stored from operator_sign_in_failures f');
    expect(JSON.stringify(rows)).not.toContain('secret-name');
  });
});

test('a hash with outdated parameters is replaced when the password is right', async () => {
  const email = 'outdated@warehouse.example';
  const { operatorId } = await addOperator(server.environment, 'lead', { email, password: 'a right password' });
  const stored = async () => {
    const text = 'select password_hash from operators where operator_id = $1';
    return (await server.database.pool.query(text, [operatorId])).rows[0].password_hash as string;
  };
  const before = await stored();
  await signIn({ Email: email, Password: 'wrong' });
  expect(await stored()).toBe(before);
  for (let i = 0; i < 2; i += 1) {
    expect((await signIn({ Email: email, Password: 'a right password' })).status).toBe(200);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  }
});

describe('with an authenticator app', () => {
  const password = 'a right password';

  async function enrolled(options: TestOperator) {
    const operator = await addOperator(server.environment, 'service', { password, ...options });
    const { call } = await openSession(server, operator);
    const { body } = await call('Session/EnrollTotp', { Password: password });
    const secret = Buffer.from(fromBase32(body.Secret));
    const step = computeTotpTimeStep(Date.now());
    const confirmed = await call('Session/ConfirmTotp', { Code: computeTotpCode(secret, step) });
    expect(confirmed.status).toBe(200);
    const email = operator.email;
    return {
      recoveryCodes: confirmed.body.RecoveryCodes as string[],
      // Of the next step, because that of the confirmation is used.
      code: computeTotpCode(secret, step + 1),
      wrongCode: wrongCodeOf(secret, step),
      enter: (code?: string) => signIn({ Email: email, Password: password, ...(code !== undefined && { Code: code }) }),
    };
  }

  type Enrolled = Awaited<ReturnType<typeof enrolled>>;

  test('401 asks for the code when the password is right, and only then', async () => {
    const { enter, wrongCode } = await enrolled({ email: 'code@warehouse.example' });
    const { status, body, headers } = await enter();
    expect([status, body.Code, headers.get('set-cookie')]).toEqual([401, 'CodeRequired', null]);
    const wrong = await signIn({ Email: 'code@warehouse.example', Password: 'wrong' });
    expect(wrong.body.Code).toBe('InvalidCredentials');
    expect((await enter(wrongCode)).body.Code).toBe('InvalidCredentials');
  });

  test('200 with a code, which is accepted once', async () => {
    const { enter, code } = await enrolled({});
    expect((await enter(code)).status).toBe(200);
    expect((await enter(code)).status).toBe(401);
  });

  test('200 with a recovery code in any spelling, once', async () => {
    const { enter, recoveryCodes } = await enrolled({});
    const [first = '', second = ''] = recoveryCodes;
    expect(new Set(recoveryCodes).size).toBe(10);
    expect((await enter(first)).status).toBe(200);
    expect((await enter(first)).status).toBe(401);
    expect((await enter(` ${second.replace('-', ' ').toUpperCase()}`)).status).toBe(200);
  });

  test('200 of three sign-ins at once with one code, or one recovery code, one succeeds', async () => {
    for (const choose of [(one: Enrolled) => one.code, (one: Enrolled) => one.recoveryCodes[0]]) {
      const account = await enrolled({});
      const replies = await Promise.all([1, 2, 3].map(() => account.enter(choose(account))));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    }
  });

  test('429 requests without a code do not permit more guesses at it', async () => {
    const { enter, wrongCode } = await enrolled({});
    const statuses = [];
    for (let i = 0; i < 6; i += 1) {
      await enter();
      statuses.push((await enter(wrongCode)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
  });
});

/** A code that no step near this one has. */
function wrongCodeOf(secret: Buffer, step: number): string {
  const near = new Set([-2, -1, 0, 1, 2, 3, 4].map((offset) => computeTotpCode(secret, step + offset)));
  return ['000000', '111111', '222222', '333333', '444444', '555555', '666666', '777777'].find(
    (code) => !near.has(code),
  ) as string;
}

/** Decodes base32 without padding. */
function fromBase32(text: string): number[] {
  let bits = '';
  for (const letter of text) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

test('neither the password nor the secret of a session is stored', async () => {
  const { email, password } = await withPassword('cara@warehouse.example');
  const { headers, body } = await signIn({ Email: email, Password: password });
  const secret = /dray_session=([\w-]+)/.exec(headers.get('set-cookie') ?? '')?.[1] as string;
  const { rows } = await server.database.pool.query(
    `select to_jsonb(o)::text || coalesce(string_agg(to_jsonb(s)::text, ''), '') as stored
       from operators o left join operator_sessions s using (operator_id) where o.email = $1 group by o.operator_id`,
    [email],
  );
  const { rows: audit } = await server.database.pool.query('select to_jsonb(a)::text as stored from operator_audit a');
  const stored = [...rows, ...audit, ...server.logged.map((line) => ({ stored: line }))]
    .map((row) => row.stored)
    .join();
  expect(stored).toContain('argon2id');
  for (const hidden of [password, secret, body.CsrfToken]) expect(stored).not.toContain(hidden);
});
