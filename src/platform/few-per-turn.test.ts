import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FewPerTurn } from './few-per-turn.ts';

/** Runs `count` tasks at once, and returns how many had run after each of the first turns. */
async function runInTurns(
  perTurn: number,
  count: number,
  turns: number,
): Promise<{ counts: number[]; order: number[] }> {
  const order: number[] = [];
  const tasks = new FewPerTurn(perTurn);
  for (let i = 0; i < count; i += 1) tasks.run(() => order.push(i));
  const counts = [order.length];
  for (let turn = 1; turn < turns; turn += 1) {
    await nextTurn();
    counts.push(order.length);
  }
  return { counts, order };
}

test('a few tasks run at once', async () => {
  expect((await runInTurns(3, 3, 1)).counts).toEqual([3]);
});

test('further tasks run in the next turns, in their order', async () => {
  const { counts, order } = await runInTurns(3, 8, 4);
  expect(counts).toEqual([3, 6, 8, 8]);
  expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('where many wait, a turn runs a quarter of them', async () => {
  expect((await runInTurns(2, 102, 4)).counts).toEqual([2, 27, 46, 60]);
});

test('a task that comes while others wait runs after them, and a later one at once again', async () => {
  const order: string[] = [];
  const tasks = new FewPerTurn(1);
  const run = (name: string) => tasks.run(() => order.push(name));
  run('first');
  tasks.run(() => {
    order.push('second');
    run('added by the second');
  });
  run('third');
  await nextTurn();
  expect(order).toEqual(['first', 'second']);
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  expect(order).toEqual(['first', 'second', 'third', 'added by the second']);
  run('later');
  expect(order.at(-1)).toBe('later');
});
