import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { paceBodiesAfterConnection, paceBody } from './body-pace.ts';

afterEach(() => vi.useRealTimers());

const mib = 1024 ** 2;
const chunkBytes = 64 * 1024;

/** A sender that has a chunk ready whenever its request is read. */
function sender() {
  const request = { isPaused: false, bytes: 0 };
  const pausable = {
    pause: () => {
      request.isPaused = true;
    },
    resume: () => {
      request.isPaused = false;
    },
  } as unknown as IncomingMessage;
  /** Reads as much as libuv reads from one socket in one turn. */
  const read = () => {
    for (let chunk = 0; chunk < 32 && !request.isPaused; chunk += 1) {
      request.bytes += chunkBytes;
      paceBody(pausable, chunkBytes);
    }
  };
  return { request, read };
}

async function bytesOfTurns(turns: number, onTurn?: () => void): Promise<{ max: number; each: number[] }> {
  const senders = Array.from({ length: 100 }, sender);
  const total = () => senders.reduce((sum, { request }) => sum + request.bytes, 0);
  let max = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const before = total();
    onTurn?.();
    for (const { read } of senders) read();
    // The first turn pauses each sender after its first chunk.
    if (turn > 0) max = Math.max(max, total() - before);
    await nextTurn();
  }
  return { max, each: senders.map(({ request }) => request.bytes) };
}

it('a turn of the event loop receives a bounded number of bytes, and every sender has its turn', async () => {
  const { max, each } = await bytesOfTurns(100);
  expect(max).toBeLessThanOrEqual(5 * mib);
  expect(Math.min(...each)).toBeGreaterThan(2 * chunkBytes);
});

it('receives less while connections are accepted', async () => {
  // On a busy machine a turn takes longer than the time after a connection in which others are expected.
  vi.useFakeTimers({ toFake: ['performance'] });
  const { max } = await bytesOfTurns(100, paceBodiesAfterConnection);
  expect(max).toBeLessThanOrEqual(0.5 * mib);
});

it('does not pause small requests', () => {
  const small = { pause: () => expect.fail('it was paused') } as unknown as IncomingMessage;
  for (let count = 0; count < 10_000; count += 1) paceBody(small, 1_200);
});
