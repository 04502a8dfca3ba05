import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { minConcurrentRequestsPerClient } from './flood-limit.ts';
import { createRequestQueue, type WaitingRequest } from './request-queue.ts';

/** The clock of these tests: only requests that are begun take time. */
let now = 0;

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

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
  const queue = createRequestQueue({ maxWaitMs: 60_000 });
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
  const queue = createRequestQueue({ maxWaitMs: 200 });
  const { started, refused, request } = requests();
  for (let round = 0; round < 8; round += 1) {
    for (let i = 0; i < 10; i += 1) queue.enter('flood', request(`learned ${i}`, 5));
    while (queue.load.waiting > 0) await turn();
    for (let i = 0; i < 3; i += 1) await turn();
  }
  expect(started).toHaveLength(80);
  for (let i = 0; i < 200; i += 1) queue.enter('flood', request(`flood ${i}`, 5));
  // Two in the turn, and as many behind as are done in half of the longest wait.
  expect(started).toHaveLength(82);
  expect(queue.load.waiting).toBe(200 / 2 / 5 + 1);
  expect(refused).toHaveLength(200 - 2 - 21);
  queue.enter('quiet', request('quiet', 5));
  expect(refused).not.toContain('quiet');
  while (queue.load.waiting > 0) await turn();
  expect(started).toContain('quiet');
  expect(queue.load.shed).toBe(refused.length);
});

test('a request that has waited too long nevertheless is refused when its turn comes', async () => {
  const queue = createRequestQueue({ maxWaitMs: 200 });
  const { started, refused, request } = requests();
  for (const name of ['first', 'second', 'third']) queue.enter('A', request(name, name === 'second' ? 500 : 20));
  while (queue.load.waiting > 0) await turn();
  expect({ started, refused }).toEqual({ started: ['first', 'second'], refused: ['third'] });
});

test('while connections are accepted work is put off, but not for long', async () => {
  const queue = createRequestQueue({ maxWaitMs: 60_000 });
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
  const queue = createRequestQueue({ maxWaitMs: 60_000 });
  const { started, request } = requests();
  for (const name of ['first', 'gone', 'last']) queue.enter('A', request(name, name === 'first' ? 12 : 0));
  while (queue.load.waiting > 0) await turn();
  expect(started).toEqual(['first', 'last']);
});

/** How many requests of the client that floods wait for the end of others. */
const heldBack = 8;

/** A queue in which another client is active and one floods: `inProgress` are its requests that have begun and not ended. */
function flooded(maxWaitMs = 200) {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const queue = createRequestQueue({ maxWaitMs });
  const inProgress: { readonly name: string; readonly end: () => void }[] = [];
  const refused: string[] = [];
  const call = async (client: string, name: string): Promise<void> => {
    const coming = queue.waitForTurn(client);
    const overload = coming && (await coming);
    if (overload !== undefined) refused.push(name);
    else await queue.runInProgress(client, () => new Promise<void>((end) => inProgress.push({ name, end })));
  };
  void call('quiet', 'quiet');
  for (let i = 0; i < minConcurrentRequestsPerClient + heldBack; i += 1) void call('flood', `flood ${i}`);
  const begun = () => inProgress.map(({ name }) => name);
  return { queue, call, inProgress, begun, refused };
}

test('beside others a client that floods has a limited number of requests in progress, in its order', async () => {
  const { queue, call, inProgress, begun } = flooded();
  await turn();
  expect(begun()).toEqual(['quiet', ...Array.from({ length: minConcurrentRequestsPerClient }, (_, i) => `flood ${i}`)]);
  expect(queue.load.waiting).toBe(heldBack);
  // Another client's request begins at once.
  void call('quiet', 'quiet again');
  await turn();
  expect(begun().at(-1)).toBe('quiet again');
  for (const { end } of inProgress.slice(1, 4)) end();
  while (queue.load.waiting > heldBack - 3) await turn();
  await turn();
  expect(begun().slice(-3)).toEqual([0, 1, 2].map((i) => `flood ${minConcurrentRequestsPerClient + i}`));
  expect(queue.load.waiting).toBe(heldBack - 3);
});

test('a request that is held back begins when its client is alone', async () => {
  const { queue, begun } = flooded(60_000);
  await turn();
  now = 1_000;
  vi.advanceTimersByTime(6_000);
  while (queue.load.waiting > 0) await turn();
  expect(begun()).toHaveLength(1 + minConcurrentRequestsPerClient + heldBack);
});

test('a request that is held back too long is refused', async () => {
  const { queue, begun, refused } = flooded();
  await turn();
  now = 199;
  vi.advanceTimersByTime(199);
  await turn();
  expect(queue.load.waiting).toBe(heldBack);
  now = 200;
  vi.advanceTimersByTime(20);
  while (queue.load.waiting > 0) await turn();
  expect(refused).toEqual(Array.from({ length: heldBack }, (_, i) => `flood ${minConcurrentRequestsPerClient + i}`));
  expect(begun()).toHaveLength(1 + minConcurrentRequestsPerClient);
});
