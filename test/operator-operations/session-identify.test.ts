/** Session/Identify: who acts at a shared station. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { untilBlocked } from '../support/lock-waits.ts';
import { addOperator, callOperator, type OperatorClient, openSession, signedIn } from '../support/operator.ts';
import { openTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function station(warehouses: readonly string[] = [], role: 'floor' | 'lead' | 'service' = 'floor') {
  const account = await addOperator(server.environment, role, { isStation: true, warehouses });
  return await openSession(server, account, { isStation: true });
}

let badges = 0;
async function person(role: 'floor' | 'lead' | 'admin' = 'floor', warehouses: readonly string[] = []) {
  badges += 1;
  const badge = `B-${badges}`;
  const operator = await addOperator(server.environment, role, { badge, pin: '4071', warehouses });
  return { ...operator, badge, enter: { Badge: badge, Pin: '4071' } };
}

test('200 names the person in what the station does from now on, until another one identifies', async () => {
  const { call, operator: account } = await station();
  const [ann, ben] = [await person(), await person()];
  const refused = await call('Session/SignOutEverywhere');
  expect([refused.status, refused.body.Code]).toEqual([403, 'PersonRequired']);
  for (const { enter, email } of [ann, ben]) {
    const { status, body } = await call('Session/Identify', enter);
    expect([status, body.Operator.Email]).toEqual([200, email]);
    const got = await call('Session/Get');
    expect([got.body.Operator.Email, got.body.Station.Email]).toEqual([email, account.email]);
  }
  await call('Session/SignOutEverywhere');
  const { rows } = await server.database.pool.query(
    "select actor, action from operator_audit where action = 'session.ended_everywhere' and operator_id = $1",
    [ben.operatorId],
  );
  expect(rows).toEqual([{ actor: `operator:${ben.email}`, action: 'session.ended_everywhere' }]);
});

test('200 without a badge ends the identification', async () => {
  const { call, operator: account } = await station();
  await call('Session/Identify', (await person()).enter);
  expect((await call('Session/Identify')).body).toEqual({});
  expect((await call('Session/Get')).body.Operator.Email).toBe(account.email);
});

test('the identification ends after half an hour without a request, and use extends it', async () => {
  const { call, sessionId, operator: account } = await station();
  const ann = await person();
  await call('Session/Identify', ann.enter);
  const { pool } = server.database;
  const now = async () => (await call('Session/Get')).body.Operator.Email;
  const text = `update operator_sessions set last_used_at = now() - interval '25 minutes',
                       person_until = now() + interval '5 minutes' where session_id = $1`;
  await pool.query(text, [sessionId]);
  expect(await now()).toBe(ann.email);
  const { rows } = await pool.query(
    "select person_until > now() + interval '29 minutes' as extended from operator_sessions where session_id = $1",
    [sessionId],
  );
  expect(rows).toEqual([{ extended: true }]);
  const ended = `update operator_sessions set last_used_at = now() - interval '30 minutes', person_until = now() where session_id = $1`;
  await pool.query(ended, [sessionId]);
  // Use of the station after that does not identify the person again.
  expect([await now(), await now()]).toEqual([account.email, account.email]);
});

test('what the station may do needs the rights of both', async () => {
  const admin = await person('admin');
  const shared = await station(['APC01', 'APC02'], 'lead');
  await shared.call('Session/Identify', admin.enter);
  expect((await shared.call('Operators/List')).body.Code).toBe('RoleMissing');
  const lead = await person('lead', ['APC02', 'APC03']);
  await shared.call('Session/Identify', lead.enter);
  expect((await shared.call('Session/Get')).body.Operator.Warehouses).toEqual(['APC02']);
});

describe('403 RoleMissing names the role that lacks the right, and what helps', () => {
  async function reason(at: OperatorClient, operation: string, enter: object | undefined): Promise<string> {
    await at.call('Session/Identify', enter);
    const { body } = await at.call(operation);
    expect(body.Code).toBe('RoleMissing');
    return body.Reason;
  }

  test('of the station, for a person whose own role would do and where nobody is identified', async () => {
    const office = await station([], 'service');
    for (const enter of [undefined, (await person('floor')).enter, (await person('admin')).enter]) {
      expect(await reason(office, 'Bins/ListUnplaced', enter)).toBe(
        'The role of this station (service) does not include this. It needs floor or lead or admin: work at another station or with an account of your own that has such a role, or ask an administrator to change the role of the station.',
      );
    }
    const floor = await station([], 'floor');
    const lead = (await person('lead')).enter;
    expect(await reason(floor, 'Floor/Throughput', lead)).toMatch(/^The role of this station \(floor\) does not /);
    expect(await reason(office, 'Operators/List', (await person('admin')).enter)).toBe(
      'The role of this station (service) does not include this. It needs admin: work with an account of your own that has this role.',
    );
  });

  test('of the person, at a station that has it', async () => {
    const shared = await station([], 'lead');
    expect(await reason(shared, 'Floor/Throughput', (await person('floor')).enter)).toBe(
      'Your role (floor) does not include this. It needs lead or admin: ask a person with such a role, or an administrator to change yours.',
    );
  });

  test('of both, where neither another station nor an own account helps', async () => {
    const shared = await station([], 'lead');
    expect(await reason(shared, 'Operators/List', (await person('floor')).enter)).toBe(
      'Neither your role (floor) nor that of this station (lead) includes this. It needs admin: ask a person with such a role, or an administrator to change yours.',
    );
  });
});

test('a person has at a station of the floor no more than the floor may see, and nothing after moving elsewhere', async () => {
  const shared = await station(['APC01'], 'floor');
  const lead = await person('lead');
  const { body } = await shared.call('Session/Identify', lead.enter);
  const expected = { Role: 'floor', Warehouses: ['APC01'] };
  expect(body.Operator).toMatchObject(expected);
  expect((await shared.call('Session/Get')).body.Operator).toMatchObject(expected);
  const moved = `update operators set warehouses = '{APC02}' where operator_id = $1`;
  await server.database.pool.query(moved, [lead.operatorId]);
  expect((await shared.call('Session/Get')).body.Operator.Email).not.toBe(lead.email);
});

test('400 is the same for a wrong PIN, an unknown badge, a disabled person and one of another warehouse', async () => {
  const { call } = await station(['APC01']);
  const [ann, gone, away] = [await person(), await person(), await person('floor', ['APC02'])];
  const { pool } = server.database;
  await pool.query('update operators set disabled_at = now() where operator_id = $1', [gone.operatorId]);
  const tried = [{ ...ann.enter, Pin: '9999' }, { ...ann.enter, Badge: 'B-UNKNOWN' }, gone.enter, away.enter];
  for (const body of tried) {
    const reply = await call('Session/Identify', body);
    expect([reply.status, reply.body.Reason]).toEqual([400, 'The badge or the PIN is not valid.']);
  }
  // Who is disabled while identified acts no more.
  await call('Session/Identify', ann.enter);
  expect((await call('Session/Get')).body.Operator.Email).toBe(ann.email);
  await pool.query('update operators set disabled_at = now() where operator_id = $1', [ann.operatorId]);
  expect((await call('Session/Get')).body.Operator.Email).not.toBe(ann.email);
  const half = await call('Session/Identify', { Badge: ann.badge });
  expect(half.body.Errors).toEqual([{ Field: 'Pin', Code: 'Required', Message: 'is required' }]);
});

test('a badge is found in any letter case, as Caps Lock turns it, unless two people have it, and without what a scanner puts around it', async () => {
  const { call } = await station();
  const ann = await person();
  const who = async (Badge: string) => (await call('Session/Identify', { Badge, Pin: '4071' })).body.Operator?.Email;
  const { pool } = server.database;
  for (const scanned of [ann.badge.toLowerCase(), `]C0${ann.badge}`, `\u001d${ann.badge}\r`])
    expect(await who(scanned)).toBe(ann.email);
  // As an earlier version stored it.
  await pool.query(`update operators set badge = ']C0' || badge where operator_id = $1`, [ann.operatorId]);
  expect(await who(ann.badge)).toBe(ann.email);
  const ben = await person();
  await pool.query('update operators set badge = lower($2) where operator_id = $1', [ann.operatorId, ben.badge]);
  expect([await who(ben.badge), await who(ben.badge.toLowerCase())]).toEqual([ben.email, ann.email]);
  const [one, other] = [await person(), await person()];
  await pool.query(`update operators set badge = 'aB-9' where operator_id = $1`, [one.operatorId]);
  await pool.query(`update operators set badge = 'Ab-9' where operator_id = $1`, [other.operatorId]);
  expect(await who('AB-9')).toBeUndefined();
});

test('wrong PINs of a badge are counted together, in whatever letter case and with whatever a scanner puts around it', async () => {
  const { call } = await station();
  const { badge } = await person();
  const statuses: number[] = [];
  for (const Badge of [badge, badge.toLowerCase(), `]C0${badge}`, `${badge} `, badge, badge.toLowerCase()])
    statuses.push((await call('Session/Identify', { Badge, Pin: '9999' })).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
});

test('403 in the session of a person', async () => {
  const { call } = await signedIn(server, 'floor');
  const { status, body } = await call('Session/Identify', (await person()).enter);
  expect([status, body.State]).toEqual([403, 'NOT A STATION']);
});

test('429 after five wrong PINs of a badge, known or not', async () => {
  const { call } = await station();
  const { badge, enter, email } = await person();
  for (const Badge of [badge, 'B-NEVER-GIVEN']) {
    const statuses = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await call('Session/Identify', { Badge, Pin: '9999' })).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  }
  expect((await call('Session/Identify', enter)).status).toBe(429);
  // A new PIN unlocks the badge.
  await (await signedIn(server, 'admin')).call('Operators/Update', { Email: email, Pin: '1234' });
  expect((await call('Session/Identify', { Badge: badge, Pin: '1234' })).status).toBe(200);
});

test('400 when the PIN is changed while it is checked', async () => {
  const { call } = await station();
  const { operatorId, enter } = await person();
  const { db } = server.environment;
  const identified = await db.write(async (tx) => {
    await tx.rows('select 1 from operators where operator_id = $1 for update', [operatorId]);
    const reply = call('Session/Identify', enter);
    await untilBlocked(db);
    await tx.rows("update operators set pin_hash = 'another' where operator_id = $1", [operatorId]);
    return { reply };
  });
  expect((await identified.reply).status).toBe(400);
});

test('wrong sign-ins at an address delay no station there, and wrong PINs at a station only that one', async () => {
  const settings = { RATE_LIMIT: 'on', RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: '2' };
  const limited = await openTestServer({ settings });
  try {
    const { url, environment } = limited;
    const open = async () =>
      await openSession(limited, await addOperator(environment, 'floor', { isStation: true }), { isStation: true });
    await addOperator(environment, 'floor', { badge: 'B-SHARED', pin: '4071' });
    const guess = { Email: 'guess@w.example', Password: 'wrong' };
    for (let i = 0; i < 3; i += 1) await callOperator(url, environment, 'Session/SignIn', guess);
    expect((await callOperator(url, environment, 'Session/SignIn', guess)).status).toBe(429);
    const [first, second] = [await open(), await open()];
    const right = { Badge: 'B-SHARED', Pin: '4071' };
    expect((await first.call('Session/Identify', right)).status).toBe(200);
    const statuses: number[] = [];
    for (const Badge of ['B-1', 'B-2', 'B-3']) {
      statuses.push((await first.call('Session/Identify', { Badge, Pin: '9999' })).status);
    }
    expect(statuses).toEqual([400, 400, 429]);
    expect((await second.call('Session/Identify', right)).status).toBe(200);
    // A PIN that cannot be checked takes nothing of it: less memory than argon2 accepts fails as when too many wait for a hash.
    const { operatorId } = await addOperator(environment, 'floor', { badge: 'B-BUSY', pin: '4071' });
    await environment.db.rows(
      `update operators set pin_hash = regexp_replace(pin_hash, 'm=\\d+', 'm=1') where operator_id = $1`,
      [operatorId],
    );
    const busy = { Badge: 'B-BUSY', Pin: '4071' };
    for (let i = 0; i < 3; i += 1) expect((await second.call('Session/Identify', busy)).status).toBe(500);
    expect((await second.call('Session/Identify', { Badge: 'B-1', Pin: '9999' })).status).toBe(400);
  } finally {
    await limited.close();
  }
});

test('a new PIN, another role and disabling end the identification', async () => {
  const admin = await signedIn(server, 'admin');
  for (const change of [
    ['Operators/Update', { Pin: '1234' }],
    ['Operators/Update', { Role: 'lead' }],
    ['Operators/Disable', {}],
  ] as const) {
    const { call, operator: account } = await station();
    const { email, enter } = await person();
    await call('Session/Identify', enter);
    expect((await admin.call(change[0], { Email: email, ...change[1] })).status).toBe(200);
    expect((await call('Session/Get')).body.Operator.Email).toBe(account.email);
  }
});
