import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateCredential } from '../../src/auth/credential-format.ts';
import {
  createCustomer,
  createLongLivedToken,
  grantMembership,
  importApiCredentials,
  type NewCustomerCredentials,
  startPasswordRotation,
  updateCustomer,
} from '../../src/auth/index.ts';
import { openTestbed, type Process, secrets, type Testbed, until } from './testbed.ts';

const actor = 'operator:test';
const hasRevocation = async () => false;
let testbed: Testbed;
let process: Process;
let winery: NewCustomerCredentials;
let other: NewCustomerCredentials;

beforeAll(async () => {
  testbed = await openTestbed();
  process = await testbed.start({ BRAND: 'Acme' });
  const { db } = process.environment;
  winery = await createCustomer(db, secrets, { environment: 'test', customerNo: 'W100', name: 'Winery', actor });
  other = await createCustomer(db, secrets, { environment: 'test', customerNo: 'W200', name: 'Other', actor });
});
afterAll(() => testbed.end());

let addresses = 0;
/** An address that has not failed yet. */
const freshAddress = () => {
  addresses += 1;
  return `198.51.100.${addresses}`;
};

const signIn = async (
  credentials: { userKey: string; password: string; customerNo: string },
  address = freshAddress(),
  at = process,
) => at.authenticator.authenticate(at.environment, credentials, address);

const wrong = { refused: { code: 'InvalidCredentials', reason: 'The UserKey, Password or CustomerNo is not valid.' } };

describe('credentials', () => {
  it('prove who calls', async () => {
    expect(await signIn(winery)).toEqual({
      ok: {
        caller: { customerNo: 'W100', customerName: 'Winery', userKey: winery.userKey },
        rights: new Set(['read', 'write']),
      },
    });
  });

  it('are answered from memory, without a promise, once they are known', async () => {
    await until(() => {
      const response = process.authenticator.authenticate(process.environment, winery, freshAddress());
      return !(response instanceof Promise);
    });
  });

  it.each([
    ['a password of nobody', () => ({ ...winery, password: other.password.replace('drp', 'drx') })],
    ['the password of another', () => ({ ...winery, password: other.password })],
    ['a mistyped password', () => ({ ...winery, password: `${winery.password.slice(0, -1)}!` })],
    ['an access token as password', () => ({ ...winery, password: winery.accessToken })],
    ['another user', () => ({ ...winery, userKey: other.userKey })],
    ['an unknown user', () => ({ ...winery, userKey: 'dru_test_0000000000000000' })],
    ['the customer of another', () => ({ ...winery, customerNo: 'W200' })],
    ['an unknown customer', () => ({ ...winery, customerNo: 'W999' })],
    ['a customer number in other letters', () => ({ ...winery, customerNo: 'w100' })],
    ['bytes that no database takes', () => ({ ...winery, customerNo: 'W\u0000', userKey: '\ud800' })],
    ['very long texts', () => ({ userKey: 'u'.repeat(1e6), password: 'p'.repeat(1e6), customerNo: 'c'.repeat(1e6) })],
    ['a line break that joins two fields', () => ({ ...winery, userKey: `${winery.userKey}\nW100`, customerNo: '' })],
  ])('with %s are refused without telling what was wrong', async (_, credentials) => {
    expect(await signIn(credentials())).toEqual(wrong);
  });

  it('of another environment are refused with where to use them, whether they exist or not', async () => {
    const production = { ...process.environment, name: 'production' as const };
    const tryIn = (credentials: typeof winery) =>
      process.authenticator.authenticate(production, credentials, freshAddress());
    const used = {
      refused: {
        code: 'InvalidCredentials',
        reason:
          'This is a credential of the test environment. Use it at the base address of the test environment (/test/v3), or use production credentials here.',
      },
    };
    expect(await tryIn(winery)).toEqual(used);
    const invented = { ...winery, userKey: 'someone', password: generateCredential('password', 'test') };
    expect(await tryIn(invented)).toEqual(used);
    expect(await tryIn({ ...invented, customerNo: 'W999' })).toEqual(used);
    expect(await tryIn({ ...winery, password: 'mistyped' })).toEqual(used);
    expect(await tryIn({ ...winery, userKey: 'someone', password: 'drp_test_mistyped' })).toEqual(wrong);
    const live = { ...winery, password: generateCredential('password', 'production') };
    expect(await signIn(live)).toMatchObject({
      refused: { reason: expect.stringMatching(/of the production env.*\/v3/) },
    });
    const header = (token: string) => `ServiceAuth ${token}`;
    const check = (token: string) =>
      process.authenticator.checkToken(production, header(token), { ...winery, customerName: 'Winery' }, 'read');
    const told = await check(winery.accessToken);
    expect(told).toMatchObject({ code: 'InvalidToken', reason: expect.stringContaining('of the test environment') });
    expect(await check(generateCredential('token', 'test'))).toEqual(told);
  });

  it('hold with two passwords during a rotation', async () => {
    const made = await createCustomer(process.environment.db, secrets, {
      environment: 'test',
      customerNo: 'W300',
      name: 'N',
      actor,
    });
    const rotated = await startPasswordRotation(process.environment.db, secrets, {
      environment: 'test',
      userKey: made.userKey,
      actor,
    });
    expect(await signIn(made)).toHaveProperty('ok');
    expect(await signIn({ ...made, password: rotated.password })).toHaveProperty('ok');
  });

  it('act for every customer of their memberships, with the rights of each', async () => {
    const { db } = process.environment;
    const input = { ...winery, customerNo: 'W200' };
    expect(await signIn(input)).toEqual(wrong);
    await grantMembership(db, { customerNo: 'W200', userKey: winery.userKey, rights: 'read', actor });
    expect(await signIn(input)).toMatchObject({
      ok: { caller: { customerNo: 'W200', customerName: 'Other' }, rights: new Set(['read']) },
    });
  });

  it('made under another SECRET_KEY are worthless', async () => {
    const stranger = await testbed.start({ SECRET_KEY: 'another key, of 32 characters too' });
    expect(await signIn(winery, freshAddress(), stranger)).toEqual(wrong);
    await stranger.stop();
  });
});

describe('failed sign-ins', () => {
  const attempt = (address: string, customerNo: string, at: Process) =>
    signIn({ ...winery, customerNo, password: other.password }, address, at);

  it('are ten a minute from an address; then they have to wait, and valid credentials still pass', async () => {
    const fresh = await testbed.start();
    for (let i = 0; i < 10; i += 1) expect(await attempt('192.0.2.1', `X${i}`, fresh)).toEqual(wrong);
    expect(await attempt('192.0.2.1', 'X11', fresh)).toMatchObject({
      refused: { code: 'RateLimited' },
      rate: { policy: 'failed-sign-ins', limit: 10, windowSeconds: 60, remaining: 0, resetSeconds: 6 },
    });
    expect(await signIn(winery, '192.0.2.1', fresh)).toHaveProperty('ok');
    await fresh.stop();
  });

  it('are ten a minute for a customer; its valid credentials still pass', async () => {
    const fresh = await testbed.start();
    for (let i = 0; i < 10; i += 1) expect(await attempt(`192.0.2.${i}`, 'W100', fresh)).toEqual(wrong);
    expect(await attempt('192.0.2.99', 'W100', fresh)).toMatchObject({ refused: { code: 'RateLimited' } });
    expect(await signIn(winery, '192.0.2.98', fresh)).toHaveProperty('ok');
    await fresh.stop();
  });

  it('that flood from one address have to wait, and credentials never seen here before pass in their midst', async () => {
    const fresh = await testbed.start();
    const flood = Array.from({ length: 500 }, (_, i) => attempt('192.0.2.1', `X${i}`, fresh));
    const valid = signIn(winery, '192.0.2.1', fresh);
    const more = Array.from({ length: 500 }, () => attempt('192.0.2.1', 'W200', fresh));
    expect(await valid).toHaveProperty('ok');
    const codes = (await Promise.all([...flood, ...more])).map(
      (response) => 'refused' in response && response.refused.code,
    );
    expect(codes.filter((code) => code === 'InvalidCredentials')).toHaveLength(10);
    expect(codes.filter((code) => code === 'RateLimited')).toHaveLength(990);
    // Of the customer in whose name others fail, from their address, after all that was remembered is forgotten.
    await testbed.database.pool.query("select pg_notify('dray_revocations', '')");
    expect(await signIn(other, '192.0.2.1', fresh)).toHaveProperty('ok');
    await fresh.stop();
  });

  it('limit guesses at imported passwords before they are checked, and of those in use too', async () => {
    const limited = await testbed.start({ RATE_LIMIT_FAILED_SIGN_INS_PER_MINUTE: '1' });
    const { db } = process.environment;
    const row = { line: 2, customerNo: 'W400', partner: '', rights: 'write', customerName: 'Imported' } as const;
    const rows = ['first-password', 'second-password'].map((password) => ({ ...row, userKey: 'OLD-KEY', password }));
    await importApiCredentials(db, secrets, { rows, actor, hasRevocation });
    const enter = (password: string, address: string) =>
      signIn({ customerNo: 'W400', userKey: 'OLD-KEY', password }, address, limited);
    const [partner, guesser] = [freshAddress(), freshAddress()];
    expect(await enter('first-password', partner)).toHaveProperty('ok');
    expect(await enter('wrong-password', guesser)).toEqual(wrong);
    for (const password of ['wrong-password', 'first-password', 'second-password']) {
      expect(await enter(password, guesser)).toMatchObject({
        refused: { code: 'RateLimited' },
        rate: { resetSeconds: expect.any(Number) },
      });
    }
    // The partner's address is known, also after all that was remembered is forgotten, and a new one has its own attempt.
    await updateCustomer(db, { customerNo: 'W400', name: 'Its caches are emptied', actor });
    expect(await enter('first-password', partner)).toHaveProperty('ok');
    expect(await enter('second-password', freshAddress())).toHaveProperty('ok');
    await limited.stop();
  });

  it('of others do not delay the first sign-in with an imported password after a restart', async () => {
    const { db } = process.environment;
    const pair = { customerNo: 'W410', userKey: 'OLD-KEY-2', password: 'an-old-password' };
    const row = { ...pair, line: 2, partner: '', rights: 'write', customerName: 'Imported' } as const;
    await importApiCredentials(db, secrets, { rows: [row], actor, hasRevocation });
    const restarted = await testbed.start();
    const guesser = freshAddress();
    const guesses = Array.from({ length: 200 }, (_, i) =>
      signIn({ ...pair, password: `guess-number-${i}` }, guesser, restarted),
    );
    const partner = freshAddress();
    const first = Array.from({ length: 50 }, () => signIn(pair, partner, restarted));
    for (const signedIn of await Promise.all(first)) expect(signedIn).toHaveProperty('ok');
    const refused = (await Promise.all(guesses)).map((reply) => 'refused' in reply && reply.refused.code);
    expect(refused.filter((code) => code === 'InvalidCredentials')).toHaveLength(10);
    expect(refused.filter((code) => code === 'RateLimited')).toHaveLength(190);
    expect(await signIn(pair, partner, restarted)).toHaveProperty('ok');
    await restarted.stop();
  });

  it('are not counted with RATE_LIMIT=off', async () => {
    const open = await testbed.start({ RATE_LIMIT: 'off' });
    for (let i = 0; i < 30; i += 1) expect(await attempt('192.0.2.1', 'W100', open)).toEqual(wrong);
    await open.stop();
  });
});

describe('the access token', () => {
  const check = async (
    authorization: string | undefined,
    at = process,
    customerNo = 'W100',
    right: 'read' | 'write' = 'write',
  ) => {
    const caller = { customerNo, customerName: '', userKey: winery.userKey };
    return at.authenticator.checkToken(at.environment, authorization, caller, right);
  };

  it('with the scope read is refused where something is written, also when it is remembered', async () => {
    const { accessToken } = await createLongLivedToken(process.environment.db, secrets, {
      environment: 'test',
      customerNo: 'W100',
      scope: 'read',
      actor,
    });
    for (const _ of ['from the database', 'from memory']) {
      expect(await check(`ServiceAuth ${accessToken}`, process, 'W100', 'read')).toBeUndefined();
      expect(await check(`ServiceAuth ${accessToken}`)).toMatchObject({ code: 'RightMissing' });
    }
  });

  it('passes with either scheme, in any case', async () => {
    for (const scheme of ['ServiceAuth', 'AcmeAuth', 'serviceauth', 'ACMEAUTH']) {
      expect(await check(`${scheme} ${winery.accessToken}`)).toBeUndefined();
      expect(await check(` ${scheme}  ${winery.accessToken} `)).toBeUndefined();
    }
  });

  it('is required, unless the deployment says otherwise; then one that is there is checked all the same', async () => {
    expect(await check(undefined)).toMatchObject({ code: 'TokenRequired' });
    expect(await check('')).toMatchObject({ code: 'TokenRequired' });
    const lenient = await testbed.start({ TOKEN_POLICY: 'optional' });
    expect(await check(undefined, lenient)).toBeUndefined();
    expect(await check(`ServiceAuth ${winery.accessToken}`, lenient)).toBeUndefined();
    expect(await check(`ServiceAuth ${other.accessToken}`, lenient)).toMatchObject({ code: 'InvalidToken' });
    await lenient.stop();
  });

  it('is a customer’s own choice where it has one, whatever the deployment says', async () => {
    const { db } = process.environment;
    const strict = await createCustomer(db, secrets, {
      environment: 'test',
      customerNo: 'W310',
      name: 'Strict',
      tokenPolicy: 'required',
      actor,
    });
    const free = await createCustomer(db, secrets, {
      environment: 'test',
      customerNo: 'W311',
      name: 'Free',
      tokenPolicy: 'optional',
      actor,
    });
    const lenient = await testbed.start({ TOKEN_POLICY: 'optional' });
    await signIn(strict, freshAddress(), lenient);
    expect(await check(undefined, lenient, 'W310')).toMatchObject({
      code: 'TokenRequired',
      reason: expect.stringContaining('token policy of this customer'),
    });
    await signIn(free);
    expect(await check(undefined, process, 'W311')).toBeUndefined();
    expect(await check(`ServiceAuth ${other.accessToken}`, process, 'W311')).toMatchObject({ code: 'InvalidToken' });
    await lenient.stop();
  });

  it.each([
    ['of another customer', () => `ServiceAuth ${other.accessToken}`],
    ['under another scheme', () => `Bearer ${winery.accessToken}`],
    ['under the scheme of another operator', () => `OtherAuth ${winery.accessToken}`],
    ['without a scheme', () => winery.accessToken],
    ['that is a password', () => `ServiceAuth ${winery.password}`],
    ['that is mistyped', () => `ServiceAuth ${winery.accessToken.slice(0, -1)}!`],
    ['with more behind it', () => `ServiceAuth ${winery.accessToken} x`],
  ])('%s is refused', async (_, authorization) => {
    expect(await check(authorization())).toMatchObject({ code: 'InvalidToken' });
  });

  it('that is remembered for its customer is refused for another', async () => {
    const header = `ServiceAuth ${other.accessToken}`;
    const caller = { customerNo: 'W200', customerName: '', userKey: other.userKey };
    await until(
      () => !(process.authenticator.checkToken(process.environment, header, caller, 'read') instanceof Promise),
    );
    expect(await check(header, process, 'W200')).toBeUndefined();
    expect(await check(header)).toMatchObject({ code: 'InvalidToken' });
  });

  it('is refused once it has expired, also when it is remembered', async () => {
    const { db } = process.environment;
    const { tokenId, accessToken } = await createLongLivedToken(db, secrets, {
      environment: 'test',
      customerNo: 'W100',
      actor,
    });
    await db.rows("update access_tokens set expires_at = now() + interval '400 ms' where token_id = $1", [tokenId]);
    expect(await check(`ServiceAuth ${accessToken}`)).toBeUndefined();
    const took = await until(async () => (await check(`ServiceAuth ${accessToken}`))?.code === 'InvalidToken');
    expect(took).toBeLessThan(600);
  });
});

describe('rate limits', () => {
  const caller = () => ({ customerNo: 'W100', customerName: '', userKey: winery.userKey });

  it('are the settings’, and none with RATE_LIMIT=off', async () => {
    const tight = await testbed.start({ RATE_LIMIT_REQUESTS_BURST: '3', RATE_LIMIT_REQUESTS_PER_SECOND: '1' });
    const take = (at: Process, cost = 1) =>
      at.authenticator.takeRequests(at.environment, caller(), 'SKU/CreateSKU', cost);
    expect(take(tight, 3)).toEqual({
      allowed: true,
      policy: 'requests',
      limit: 3,
      windowSeconds: 3,
      remaining: 0,
      resetSeconds: 1,
    });
    expect(take(tight)).toMatchObject({ allowed: false, resetSeconds: 1 });
    await tight.stop();
    const open = await testbed.start({ RATE_LIMIT: 'off' });
    expect(take(open, 1e9)).toBeUndefined();
    await open.stop();
  });

  it('are a customer’s own where it has any, from its next sign-in on', async () => {
    const { db } = process.environment;
    const limit = () => {
      const decision = process.authenticator.takeRequests(process.environment, caller(), 'SKU/CreateSKU', 1);
      return decision && 'limit' in decision ? decision.limit : undefined;
    };
    await updateCustomer(db, { customerNo: 'W100', rateLimits: { requests: { perSecond: 5, burst: 7 } }, actor });
    await until(async () => 'ok' in (await signIn(winery)) && limit() === 7);
    await updateCustomer(db, { customerNo: 'W100', rateLimits: {}, actor });
    await until(async () => 'ok' in (await signIn(winery)) && limit() === 1000);
  });
});

it('shows no secret in anything it logs', () => {
  const lines = process.logged.join('\n');
  for (const secret of [winery.password, winery.accessToken, other.password, other.accessToken]) {
    expect(lines).not.toContain(secret);
  }
});
