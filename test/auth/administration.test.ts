import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCustomer } from '../../src/auth/customers.ts';
import {
  createCustomer,
  createLongLivedToken,
  grantMembership,
  listCustomers,
  listTokens,
  readCustomers,
  revokeMembership,
  revokePassword,
  revokeToken,
  startPasswordRotation,
  updateCustomer,
} from '../../src/auth/index.ts';
import { insertMembership } from '../../src/auth/memberships.ts';
import { issueToken } from '../../src/auth/tokens.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { openTestbed, type Process, secrets, type Testbed, until } from './testbed.ts';

const actor = 'operator:test';
let testbed: Testbed;
let process: Process;
let db: Db;

beforeAll(async () => {
  testbed = await openTestbed();
  process = await testbed.start();
  db = process.environment.db;
});
afterAll(() => testbed.end());

const create = (customerNo: string, more: object = {}) =>
  createCustomer(db, secrets, { environment: 'test', customerNo, name: `Winery ${customerNo}`, actor, ...more });

const logOf = async (customerNo: string) =>
  (
    await db.rows<{ kind: string; actor: string; operation: string; data: unknown }>(
      'select kind, actor, operation, data from log where customer_no = $1 order by seq',
      [customerNo],
    )
  ).map(({ kind }) => kind);

describe('a customer', () => {
  it('is created with all that a first call needs', async () => {
    const made = await create('W100');
    expect(made).toEqual({
      customerNo: 'W100',
      userKey: expect.stringMatching(/^dru_test_/),
      password: expect.stringMatching(/^drp_test_/),
      accessToken: expect.stringMatching(/^drt_test_/),
      tokenId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(await logOf('W100')).toEqual(['customer.created', 'token.created']);
    const clocks = await db.rows('select offset_ms from customer_clocks where customer_no = $1', ['W100']);
    expect(clocks).toEqual([{ offset_ms: 0 }]);
    const [listed] = await listTokens(db, 'W100');
    expect(listed).toMatchObject({ tokenId: made.tokenId, expiresAt: null, createdBy: actor });
  });

  it('is refused in one line when it exists, and nothing of it is left', async () => {
    await create('W101');
    const before = await db.rows('select count(*) from api_users');
    await expect(create('W101')).rejects.toMatchObject({
      refusal: { code: 'DuplicateCustomer' },
      message: 'Customer W101 exists already in test.',
    });
    expect(await db.rows('select count(*) from api_users')).toEqual(before);
  });

  it('is created once by two at the same time', async () => {
    const results = await Promise.allSettled([create('W102'), create('W102')]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [rejected] = results.filter((result) => result.status === 'rejected');
    expect(rejected?.reason).toMatchObject({ refusal: { code: 'DuplicateCustomer' } });
  });

  // On a cluster a statement that locks a copied table makes all other writers of it wait.
  it('is created while the creation of another one has not been committed', async () => {
    await db.write(async (tx) => {
      await insertCustomer(tx, { customerNo: 'O101', name: 'Winery O101' });
      await insertMembership(tx, { customerNo: 'O101', userKey: (await create('O102')).userKey, rights: 'read' });
      await create('O103');
    });
    expect((await listCustomers(db, { after: 'O' })).map(({ customerNo }) => customerNo)).toEqual(
      expect.arrayContaining(['O101', 'O102', 'O103']),
    );
  });

  it.each(['', 'W 1', "W'", 'W\n1', 'x'.repeat(31)])('is refused with the number %j', async (customerNo) => {
    await expect(create(customerNo)).rejects.toMatchObject({ refusal: { faults: [{ field: 'CustomerNo' }] } });
  });

  it.each(['', '  ', 'a\u0000b', 'a\nb', 'x'.repeat(201)])('is refused with the name %j', async (name) => {
    await expect(create('W103', { name })).rejects.toMatchObject({ refusal: { faults: [{ field: 'CustomerName' }] } });
  });

  it('is refused with a rate limit that could never be met', async () => {
    const rateLimits = { requests: { perSecond: 0, burst: 1 } };
    const faults = [{ field: 'RateLimits.Requests' }];
    await expect(create('W104', { rateLimits })).rejects.toMatchObject({ refusal: { faults } });
  });

  it('is listed in the order of numbers, page by page', async () => {
    await create('L1');
    await create('L2');
    const first = await listCustomers(db, { after: 'L', limit: 1 });
    expect(first).toMatchObject([{ customerNo: 'L1', name: 'Winery L1', userKeys: [expect.any(String)] }]);
    expect(await listCustomers(db, { after: 'L1', limit: 1 })).toMatchObject([{ customerNo: 'L2' }]);
  });

  it('is read by the other slices, from memory until it changes', async () => {
    await create('W105', { preferences: { defaultCarrier: 'FEX' } });
    const expected = { customerNo: 'W105', name: 'Winery W105', preferences: { defaultCarrier: 'FEX' } };
    const found = await readCustomers(db, ['W105', 'UNKNOWN', 'W105']);
    expect([...found]).toEqual([['W105', expected]]);
    await until(async () => {
      const [a, b] = [await readCustomers(db, ['W105']), await readCustomers(db, ['W105'])];
      return a.get('W105') === b.get('W105');
    });
    const inTx = await db.write((tx) => readCustomers(tx, ['W105']));
    expect(inTx.get('W105')).toEqual(expected);
    await updateCustomer(db, { customerNo: 'W105', name: 'New', preferences: { defaultService: 'GRND' }, actor });
    const took = await until(async () => (await readCustomers(db, ['W105'])).get('W105')?.name === 'New');
    expect(took).toBeLessThan(1_000);
    expect((await readCustomers(db, ['W105'])).get('W105')?.preferences).toEqual({ defaultService: 'GRND' });
    await expect(updateCustomer(db, { customerNo: 'UNKNOWN', actor })).rejects.toThrow(
      'There is no customer "UNKNOWN".',
    );
  });
});

describe('a token', () => {
  it('of long life is listed where a customer has more than are listed', async () => {
    await create('T105');
    const customer = { environment: 'test', customerNo: 'T105', actor } as const;
    const { tokenId } = await createLongLivedToken(db, secrets, customer);
    await db.write((tx) => issueToken(tx, secrets, { ...customer, minutes: 60 }, { operation: 'test' }));
    expect((await listTokens(db, 'T105', 1)).map((listed) => listed.tokenId)).toEqual([tokenId]);
  });

  it('is made and revoked, by its id or by itself, once', async () => {
    const { accessToken } = await create('T100');
    const second = await createLongLivedToken(db, secrets, { environment: 'test', customerNo: 'T100', actor });
    expect(await listTokens(db, 'T100')).toHaveLength(2);
    await revokeToken(db, secrets, { customerNo: 'T100', token: accessToken, actor });
    await revokeToken(db, secrets, { customerNo: 'T100', token: second.tokenId, actor });
    expect(await listTokens(db, 'T100')).toEqual([]);
    const again = revokeToken(db, secrets, { customerNo: 'T100', token: accessToken, actor });
    await expect(again).rejects.toThrow('Customer "T100" has no such token that is still valid');
    expect((await logOf('T100')).slice(2)).toEqual(['token.created', 'token.revoked', 'token.revoked']);
  });

  it('of another customer is not found', async () => {
    await create('T101');
    const { accessToken } = await create('T102');
    const input = revokeToken(db, secrets, { customerNo: 'T101', token: accessToken, actor });
    await expect(input).rejects.toThrow('no such token');
    const unknown = createLongLivedToken(db, secrets, { environment: 'test', customerNo: 'UNKNOWN', actor });
    await expect(unknown).rejects.toThrow('There is no customer "UNKNOWN".');
  });
});

describe('a password', () => {
  it('is rotated with two valid at a time, and never revoked to the last by mistake', async () => {
    const { userKey } = await create('P100');
    await expect(revokePassword(db, { userKey, actor })).rejects.toThrow('is in no rotation');
    const second = await startPasswordRotation(db, secrets, { environment: 'test', userKey, actor });
    await expect(startPasswordRotation(db, secrets, { environment: 'test', userKey, actor })).rejects.toThrow(
      'has two valid passwords already',
    );
    const { passwordId } = await revokePassword(db, { userKey, actor });
    expect(passwordId).not.toBe(second.passwordId);
    await expect(revokePassword(db, { userKey, passwordId, actor })).rejects.toThrow('no valid password with this id');
    await revokePassword(db, { userKey, passwordId: second.passwordId, actor });
    expect((await logOf('P100')).slice(2)).toEqual(['password.created', 'password.revoked', 'password.revoked']);
    await expect(startPasswordRotation(db, secrets, { environment: 'test', userKey: 'dru_x', actor })).rejects.toThrow(
      'There is no UserKey "dru_x".',
    );
  });

  it('is rotated once by many at the same time', async () => {
    const { userKey } = await create('P101');
    const rotate = () => startPasswordRotation(db, secrets, { environment: 'test', userKey, actor });
    const results = await Promise.allSettled(Array.from({ length: 8 }, rotate));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

it('grants and revokes memberships, and says when there is none', async () => {
  const { userKey } = await create('M100');
  await create('M101');
  await grantMembership(db, { customerNo: 'M101', userKey, rights: 'read', actor });
  await revokeMembership(db, { customerNo: 'M101', userKey, actor });
  await expect(revokeMembership(db, { customerNo: 'M101', userKey, actor })).rejects.toThrow('does not act for');
  await expect(grantMembership(db, { customerNo: 'M9', userKey, rights: 'read', actor })).rejects.toThrow(
    'no customer',
  );
  expect((await logOf('M101')).slice(2)).toEqual(['membership.granted', 'membership.revoked']);
});

it('keeps no secret in the database or in what it logs', async () => {
  const made = await create('S100');
  const rotated = await startPasswordRotation(db, secrets, { environment: 'test', userKey: made.userKey, actor });
  const token = await createLongLivedToken(db, secrets, { environment: 'test', customerNo: 'S100', actor });
  const plain = [made.password, made.accessToken, rotated.password, token.accessToken];
  const tables = await db.rows<{ name: string }>(
    `select format('%I', table_name) as name from information_schema.tables where table_schema = 'public'`,
  );
  let searched = 0;
  for (const { name } of tables) {
    for (const { row } of await db.rows<{ row: string }>(`select t::text as row from ${name} t`)) {
      searched += 1;
      // Neither as text nor as bytes.
      for (const secret of plain) {
        expect(row).not.toContain(secret);
        expect(row).not.toContain(Buffer.from(secret).toString('hex'));
      }
    }
  }
  expect(searched).toBeGreaterThan(10);
  for (const secret of plain) expect(process.logged.join('\n')).not.toContain(secret);
});
