import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createCustomer,
  grantMembership,
  type NewCustomerCredentials,
  revokeMembership,
  revokePassword,
  revokeToken,
  startPasswordRotation,
  updateCustomer,
} from '../../src/auth/index.ts';
import { createRevocableCache } from '../../src/auth/revocable-cache.ts';
import { listenForRevocations } from '../../src/auth/revocations.ts';
import { openFreezingNetwork } from './freezing-network.ts';
import { openTestbed, type Process, secrets, type Testbed, until } from './testbed.ts';

const actor = 'operator:test';
let testbed: Testbed;
/** Where things are revoked, and where that must be known. */
let here: Process;
let there: Process;
let winery: NewCustomerCredentials;
let made = 0;

beforeAll(async () => {
  testbed = await openTestbed();
  here = await testbed.start();
  there = await testbed.start();
});
afterAll(() => testbed.end());

beforeEach(async () => {
  made += 1;
  const input = { environment: 'test' as const, customerNo: `W${made}`, name: 'Winery', actor };
  winery = await createCustomer(here.environment.db, secrets, input);
});

const signIn = (at: Process) => at.authenticator.authenticate(at.environment, winery, '192.0.2.1');
const checkToken = (at: Process) =>
  at.authenticator.checkToken(
    at.environment,
    `ServiceAuth ${winery.accessToken}`,
    { ...winery, customerName: '' },
    'write',
  );

const passes = async (at: Process) => 'ok' in (await signIn(at));
const hasCached = (at: Process) => {
  const [credentials, token] = [signIn(at), checkToken(at)];
  return !(credentials instanceof Promise) && !(token instanceof Promise);
};
const bothCache = async () => {
  await until(() => hasCached(here) && hasCached(there));
  for (const at of [here, there]) {
    expect(await passes(at)).toBe(true);
    expect(await checkToken(at)).toBeUndefined();
  }
};

describe('within a second everywhere', () => {
  it('a revoked password is refused, and the other one goes on', async () => {
    const { userKey } = winery;
    const rotated = await startPasswordRotation(here.environment.db, secrets, { environment: 'test', userKey, actor });
    await bothCache();
    await revokePassword(here.environment.db, { userKey, actor });
    expect(await until(async () => !(await passes(here)) && !(await passes(there)))).toBeLessThan(1_000);
    winery = { ...winery, password: rotated.password };
    expect(await passes(there)).toBe(true);
  });

  it('a revoked token is refused', async () => {
    await bothCache();
    await revokeToken(here.environment.db, secrets, { ...winery, token: winery.accessToken, actor });
    const gone = async (at: Process) => (await checkToken(at))?.code === 'InvalidToken';
    expect(await until(async () => (await gone(here)) && (await gone(there)))).toBeLessThan(1_000);
    expect(await passes(there)).toBe(true);
  });

  it('a revoked membership is refused', async () => {
    await bothCache();
    await revokeMembership(here.environment.db, { ...winery, actor });
    expect(await until(async () => !(await passes(here)) && !(await passes(there)))).toBeLessThan(1_000);
  });

  it('a right that was taken is gone', async () => {
    await bothCache();
    await grantMembership(here.environment.db, { ...winery, rights: 'read', actor });
    const mayWrite = async (at: Process) => {
      const response = await signIn(at);
      return 'ok' in response && response.ok.rights.has('write');
    };
    expect(await until(async () => !(await mayWrite(here)) && !(await mayWrite(there)))).toBeLessThan(1_000);
  });

  it('a customer’s other token policy and limits apply, also while a sign-in from before ends late', async () => {
    const { db } = here.environment;
    const own = (burst: number) => ({ requests: { perSecond: 1, burst } });
    await updateCustomer(db, { customerNo: winery.customerNo, tokenPolicy: 'optional', rateLimits: own(7), actor });
    let held: Promise<unknown> | undefined;
    const rows = async <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> => {
      const wait = text.includes('from unnest') ? held : undefined;
      held = undefined;
      const found = await db.rows<Row>(text, values);
      await wait;
      return found;
    };
    const environment = { ...here.environment, db: { ...db, rows } };
    const { authenticator } = here;
    const enter = () => authenticator.authenticate(environment, winery, '192.0.2.1');
    await until(async () => {
      await enter();
      return !(enter() instanceof Promise);
    });
    const caller = { ...winery, customerName: '' };
    const refused = async () => (await authenticator.checkToken(environment, undefined, caller, 'read'))?.code;
    const burst = async () => (await authenticator.takeRequests(environment, caller, 'SKU/CreateSKU', 1))?.limit;
    expect([await refused(), await burst()]).toEqual([undefined, 7]);

    const release = Promise.withResolvers<void>();
    held = release.promise;
    await grantMembership(db, { ...winery, rights: 'read', actor });
    await until(() => enter() instanceof Promise && held === undefined);
    const before = enter();
    await updateCustomer(db, { customerNo: winery.customerNo, tokenPolicy: 'required', rateLimits: own(9), actor });
    await until(async () => {
      // Until the process learns of the change, it shares the sign-in that is held.
      await Promise.race([enter(), delay(20)]);
      return (await refused()) === 'TokenRequired';
    });
    release.resolve();
    await before;
    expect([await refused(), await burst()]).toEqual(['TokenRequired', 9]);
  });

  it('a revocation that is rolled back changes nothing', async () => {
    await bothCache();
    const rolledBack = here.environment.db.write(async (tx) => {
      await tx.rows('update api_user_passwords set revoked_at = now() where user_key = $1', [winery.userKey]);
      await tx.rows("select pg_notify('dray_revocations', '')");
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    expect(hasCached(there)).toBe(true);
    expect(await passes(there)).toBe(true);
  });
});

/** Cuts the listening connections of all processes. */
const cutListeners = () =>
  testbed.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query in ('select 1', 'listen dray_revocations')`,
  );

describe('a listener that is cut off', () => {
  it('forgets everything, asks the database until it is back, and says so once', async () => {
    await bothCache();
    there.logged.length = 0;
    await cutListeners();
    // Revoked behind its back: no listener gets the notification.
    await testbed.database.pool.query('update api_user_passwords set revoked_at = now() where user_key = $1', [
      winery.userKey,
    ]);
    expect(await until(async () => !(await passes(there)))).toBeLessThan(1_000);
    expect(await until(async () => !(await passes(here)))).toBeLessThan(1_000);
    await until(() => there.logged.some((line) => line.includes('listener reconnected')));
    expect(there.logged.filter((line) => line.includes('listener disconnected'))).toHaveLength(1);
    await until(async () => (await checkToken(there)) === undefined && !(checkToken(there) instanceof Promise));
    expect(await passes(there)).toBe(false);
  });

  it('uses nothing it remembered while it hears nothing', async () => {
    const { pool } = testbed.database;
    const watch = listenForRevocations(pool, { lost: () => undefined, restored: () => undefined });
    const cache = createRevocableCache<string>(watch, 10);
    await until(() => watch.isCurrent());
    await cache.load('a', async () => 'value');
    expect(cache.get('a')).toBe('value');
    const closing = watch.close();
    expect(watch.isCurrent()).toBe(false);
    expect(cache.get('a')).toBeUndefined();
    await closing;
  });
});

describe('a network that silently carries nothing any more', () => {
  it('is noticed within a second; nothing remembered is used until the way is free again', async () => {
    const network = await openFreezingNetwork(testbed.database.options);
    const reports: string[] = [];
    const watch = listenForRevocations(network.pool, {
      lost: () => reports.push('lost'),
      restored: () => reports.push('restored'),
    });
    const cache = createRevocableCache<string>(watch, 10);
    await until(() => watch.isCurrent());
    await cache.load('a', async () => 'value');
    network.freeze();
    expect(cache.get('a')).toBe('value');
    expect(await until(() => !watch.isCurrent())).toBeLessThan(1_000);
    expect(cache.get('a')).toBeUndefined();
    await until(() => reports.includes('lost'));
    network.thaw();
    await until(() => watch.isCurrent());
    expect(cache.get('a')).toBeUndefined();
    expect(reports).toEqual(['lost', 'restored']);
    network.freeze();
    const closingMs = await until(() => watch.close().then(() => true));
    expect(closingMs).toBeLessThan(3_000);
    await network.close();
  });
});

describe('what is remembered', () => {
  it('is never what was read before a revocation, also when the reading was under way', async () => {
    const { pool } = testbed.database;
    const watch = listenForRevocations(pool, { lost: () => undefined, restored: () => undefined });
    const cache = createRevocableCache<string>(watch, 10);
    let forgotten = 0;
    watch.onRevocation(() => {
      forgotten += 1;
    });
    await until(() => watch.isCurrent());
    const reading = Promise.withResolvers<string>();
    const loading = cache.load('a', () => reading.promise);
    expect(cache.load('a', async () => 'another reading')).toBe(loading);
    const before = forgotten;
    await pool.query("select pg_notify('dray_revocations', '')");
    await until(() => forgotten > before);
    // A read after the revocation does not share one that began before it.
    expect(await cache.load('a', async () => 'new')).toBe('new');
    reading.resolve('old');
    expect(await loading).toBe('old');
    expect(cache.get('a')).toBe('new');
    await watch.close();
  });

  it('is never what was read before the connection that hears was made', async () => {
    const watch = listenForRevocations(testbed.database.pool, { lost: () => undefined, restored: () => undefined });
    const cache = createRevocableCache<string>(watch, 10);
    expect(watch.isCurrent()).toBe(false);
    expect(await cache.load('a', async () => 'read before')).toBe('read before');
    await until(() => watch.isCurrent());
    expect(cache.get('a')).toBeUndefined();
    await watch.close();
  });

  it('is bounded, and absence is not remembered', async () => {
    const watch = listenForRevocations(testbed.database.pool, { lost: () => undefined, restored: () => undefined });
    const cache = createRevocableCache<number>(watch, 2);
    await until(() => watch.isCurrent());
    expect(await cache.load('x', async () => undefined)).toBeUndefined();
    expect(await cache.load('x', async () => 1)).toBe(1);
    await cache.load('y', async () => 2);
    await cache.load('z', async () => 3);
    expect([cache.get('x'), cache.get('y'), cache.get('z')]).toEqual([undefined, 2, 3]);
    await watch.close();
  });
});
