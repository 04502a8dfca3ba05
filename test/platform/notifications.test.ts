/** A connection that listens retains no memory for its heartbeats, and a listener none for its earlier connections. */
import { EventEmitter, getEventListeners } from 'node:events';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ListeningClient, listenForPgNotifications } from '../../src/platform/db/notifications.ts';

/** A connection on which `reply` decides what each statement returns. */
class ClientOfTest extends EventEmitter {
  readonly query: () => Promise<void>;
  constructor(reply: () => void) {
    super();
    this.query = async () => reply();
  }
  async connect(): Promise<void> {}
  async end(): Promise<void> {}
}

function listen(newClient: () => ClientOfTest) {
  const restored = Promise.withResolvers<void>();
  const reports = { lost: () => undefined, restored: restored.resolve };
  const options = { heartbeatMs: 1, newClient: () => newClient() as unknown as ListeningClient };
  const listener = listenForPgNotifications({} as pg.Pool, 'topics', reports, options);
  onTestFinished(() => listener.close());
  return { restored: restored.promise };
}

/** Counts the reactions that are added to each promise until the test ends. */
function countReactions(): Map<unknown, number> {
  const counts = new Map<unknown, number>();
  const { then } = Promise.prototype;
  const counting = function (this: Promise<unknown>, ...args: Parameters<typeof then>) {
    counts.set(this, (counts.get(this) ?? 0) + 1);
    return then.apply(this, args);
  };
  Object.assign(Promise.prototype, { ['then' as string]: counting });
  onTestFinished(() => {
    Object.assign(Promise.prototype, { ['then' as string]: then });
  });
  return counts;
}

test('heartbeats add no reactions to a promise that stays pending', async () => {
  const heartbeats = 50;
  const enough = Promise.withResolvers<void>();
  const reactions = countReactions();
  let replies = 0;
  listen(
    () =>
      new ClientOfTest(() => {
        replies += 1;
        if (replies > heartbeats) enough.resolve();
      }),
  );
  await enough.promise;
  expect(Math.max(...reactions.values())).toBeLessThan(10);
});

test('a lost connection leaves no listener on the signal that stops it', async () => {
  const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
  onTestFinished(() => added.mockRestore());
  let attempts = 0;
  const { restored } = listen(() => {
    attempts += 1;
    return new ClientOfTest(() => {
      if (attempts < 3) throw new Error('the connection was lost');
    });
  });
  await restored;
  expect(attempts).toBe(3);
  expect(getEventListeners(added.mock.contexts[0] as AbortSignal, 'abort')).toHaveLength(1);
});
