import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { JsonArrayStream } from './array-stream.ts';

async function* portions(...given: readonly (readonly unknown[])[]) {
  yield* given;
}

test.each([
  ['nothing', [], []],
  ['empty portions', [[], []], []],
  ['portions, empty ones between them', [[1], [], [2, { a: 'b' }]], [1, 2, { a: 'b' }]],
])('%s is one JSON array', async (_name, given, expected) => {
  expect(JSON.parse(await text(new JsonArrayStream(portions(...given)).toReadable()))).toEqual(expected);
});

test('a portion is made when the client reads, and none after it has gone', async () => {
  let made = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) {
        made += 1;
        yield ['x'.repeat(100_000)];
      }
    } finally {
      ended = true;
    }
  }
  const readable = new JsonArrayStream(endless()).toReadable();
  const reader = readable[Symbol.asyncIterator]();
  await reader.next();
  expect(made).toBeLessThan(5);
  await reader.return?.();
  await expect.poll(() => ended).toBe(true);
});

test('an error in a portion breaks the text off with that error', async () => {
  async function* broken() {
    yield [1];
    throw new Error('away');
  }
  await expect(text(new JsonArrayStream(broken()).toReadable())).rejects.toThrow('away');
});
