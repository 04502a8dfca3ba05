import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openRequestQueue, type WaitingRequest } from './request-queue.ts';

/** The clock of these tests: only requests that are begun take time. */
let now = 0;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const turn = () => new Promise((resolve) => setImmediate(resolve));

function requests() {
  const started: string[] = [];
  const refused: string[] = [];
  const request = (name: string, takesMs: number): WaitingRequest => ({
    start: () => {
      started.push(name);
      now += takesMs;
    },
    refuse: () => refused.push(name),
    isAborted: () => name.startsWith('gone'),
  });
  return { started, refused, request };
}

test('a turn works for a bounded time; the rest waits, and clients are served in turn', async () => {
  const queue = openRequestQueue({ maxWaitMs: 60_000 });
  const { started, refused, request } = requests();
  for (let i = 0; i < 20; i += 1) queue.enter('flood', request(`flood ${i}`, 4));
  queue.enter('quiet', request('quiet', 4));
  // 10 ms of work in a turn, and what was begun within them ends.
  expect(started).toHaveLength(3);
  expect(queue.load.waiting).toBe(18);
  let turns = 0;
  for (; queue.load.waiting > 0; turns += 1) await turn();
  expect(turns).toBeGreaterThanOrEqual(6);
  expect(started.indexOf('quiet')).toBe(4);
  expect(started.filter((name) => name !== 'quiet')).toEqual(Array.from({ length: 20 }, (_, i) => `flood ${i}`));
  expect(refused).toEqual([]);
});

test('a request that would wait too long is refused at once, without another client paying for it', async () => {
  const queue = openRequestQueue({ maxWaitMs: 200 });
  const { started, refused, request } = requests();
  for (let i = 0; i < 10; i += 1) queue.enter('flood', request(`learned ${i}`, 5));
  while (queue.load.waiting > 0) await turn();
  for (let i = 0; i < 3; i += 1) await turn();
  expect(started).toHaveLength(10);
  for (let i = 0; i < 200; i += 1) queue.enter('flood', request(`flood ${i}`, 5));
  // Two in the turn, and as many behind as are done in half of the longest wait.
  expect(started).toHaveLength(12);
  expect(queue.load.waiting).toBe(200 / 2 / 5 + 1);
  expect(refused).toHaveLength(200 - 2 - 21);
  queue.enter('quiet', request('quiet', 5));
  expect(refused).not.toContain('quiet');
  while (queue.load.waiting > 0) await turn();
  expect(started).toContain('quiet');
  expect(queue.load.shed).toBe(refused.length);
});

test('a request that has waited too long nevertheless is refused when its turn comes', async () => {
  const queue = openRequestQueue({ maxWaitMs: 200 });
  const { started, refused, request } = requests();
  for (const name of ['first', 'second', 'third']) queue.enter('A', request(name, name === 'second' ? 500 : 20));
  while (queue.load.waiting > 0) await turn();
  expect({ started, refused }).toEqual({ started: ['first', 'second'], refused: ['third'] });
});

test('while connections are accepted work is put off, but not for long', async () => {
  const queue = openRequestQueue({ maxWaitMs: 60_000 });
  const { started, request } = requests();
  // Past the start of the clock, at which nothing has been worked on.
  now = 1_000;
  for (const name of ['first', 'second', 'third']) queue.enter('A', request(name, 12));
  while (started.length < 2) await turn();
  for (let i = 0; i < 5; i += 1) {
    queue.connectionAccepted();
    await turn();
  }
  expect(started).toEqual(['first', 'second']);
  now += 20;
  queue.connectionAccepted();
  await turn();
  await turn();
  expect(started).toEqual(['first', 'second', 'third']);
});

test('a caller that has gone costs nothing', async () => {
  const queue = openRequestQueue({ maxWaitMs: 60_000 });
  const { started, request } = requests();
  for (const name of ['first', 'gone', 'last']) queue.enter('A', request(name, name === 'first' ? 12 : 0));
  while (queue.load.waiting > 0) await turn();
  expect(started).toEqual(['first', 'last']);
});
