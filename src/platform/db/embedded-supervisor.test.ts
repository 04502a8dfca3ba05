import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import type { EmbeddedPostgres } from './embedded.ts';
import type { CrashRecovery } from './embedded-recovery.ts';
import { type EmbeddedPostgresSupervisor, superviseEmbeddedPostgres } from './embedded-supervisor.ts';

let supervisor: EmbeddedPostgresSupervisor | undefined;
afterEach(async () => supervisor?.stop());

/** A database whose process ends and whose restarts fail as the test configures. */
function database() {
  const state = {
    now: 'running' as ReturnType<EmbeddedPostgres['inspect']>,
    fails: true,
    attempts: 0,
    hangs: false,
    recovery: undefined as CrashRecovery | undefined,
  };
  return {
    state,
    inspect: () => state.now,
    recovery: () => state.recovery,
    restart: async (signal: AbortSignal) => {
      state.attempts += 1;
      if (state.hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (state.fails) throw new Error('No space left on device');
      state.now = 'running';
    },
  };
}

function supervise(embedded: ReturnType<typeof database>, unhealthyAfterMs = 60_000): { lines: string[] } {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  supervisor = superviseEmbeddedPostgres(embedded, { logger, pollEveryMs: 1, maxBackoffMs: 20, unhealthyAfterMs });
  return { lines };
}

describe('a database process that ends', () => {
  it('is started again until it runs, and the reason of each failure is logged', async () => {
    const embedded = database();
    const { lines } = supervise(embedded);
    expect(supervisor?.notReadyReason()).toBeUndefined();
    embedded.state.now = 'ended';
    await expect.poll(() => embedded.state.attempts, { interval: 5 }).toBeGreaterThan(3);
    expect(supervisor?.notReadyReason()).toBe('the database has ended and is being restarted');
    expect(supervisor?.unhealthyReason?.()).toBeUndefined();
    embedded.state.fails = false;
    await expect.poll(() => supervisor?.notReadyReason(), { interval: 5 }).toBeUndefined();
    expect(supervisor?.restarts()).toBe(1);
    expect(lines.join('')).toContain('No space left on device');
  });

  it('and ends again at once is started less and less often', async () => {
    const embedded = database();
    supervise(embedded);
    embedded.state.fails = false;
    for (let crash = 1; crash <= 4; crash += 1) {
      embedded.state.now = 'ended';
      await expect.poll(() => embedded.state.attempts, { interval: 1 }).toBe(crash);
    }
    embedded.state.now = 'ended';
    const startedAt = performance.now();
    await expect.poll(() => embedded.state.attempts, { interval: 1 }).toBe(5);
    expect(performance.now() - startedAt).toBeGreaterThan(8);
  });

  it('and cannot be started for the limit makes the process unhealthy, until it runs', async () => {
    const embedded = database();
    supervise(embedded, 30);
    embedded.state.now = 'ended';
    await expect
      .poll(() => supervisor?.unhealthyReason?.(), { interval: 5 })
      .toMatch(/^the database could not be restarted for \d+ s$/);
    embedded.state.fails = false;
    await expect.poll(() => supervisor?.unhealthyReason?.(), { interval: 5 }).toBeUndefined();
  });

  it('and recovers for long is not unhealthy while that makes progress, and says how far it is', async () => {
    const embedded = database();
    supervise(embedded, 10);
    embedded.state.hangs = true;
    embedded.state.now = 'ended';
    const description = 'the database has been recovering since then';
    const endAt = performance.now() + 150;
    while (performance.now() < endAt) {
      embedded.state.recovery = { description, progressedAtMs: performance.now() };
      expect(supervisor?.unhealthyReason?.()).toBeUndefined();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(supervisor?.notReadyReason()).toBe(description);
    await expect.poll(() => supervisor?.unhealthyReason?.(), { interval: 5 }).toMatch(/could not be restarted/);
  });

  it('while a start is under way, does not keep the server from stopping', async () => {
    const embedded = database();
    supervise(embedded);
    embedded.state.hangs = true;
    embedded.state.now = 'ended';
    await expect.poll(() => embedded.state.attempts, { interval: 1 }).toBe(1);
    await supervisor?.stop();
  });
});

it('a deleted data folder is never started on, and is reported once', async () => {
  const embedded = database();
  const { lines } = supervise(embedded);
  embedded.state.now = 'data-lost';
  await expect.poll(() => supervisor?.unhealthyReason?.(), { interval: 5 }).toContain('deleted or replaced');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(embedded.state.attempts).toBe(0);
  expect(lines).toHaveLength(1);
});
