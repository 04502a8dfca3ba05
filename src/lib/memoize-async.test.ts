import { describe, expect, it } from 'vitest';
import { memoizeAsync } from './memoize-async.ts';

/** A source that counts its questions, and a clock that stands still until it is moved. */
function source(most = 2) {
  const state = { asked: [] as string[], nowMs: 0, answer: async (question: string): Promise<string> => question };
  const ask = async (question: string) => {
    state.asked.push(question);
    return await state.answer(question);
  };
  const remembering = memoizeAsync(ask, (question) => question, {
    ttlMs: 100,
    maxEntries: most,
    nowMs: () => state.nowMs,
  });
  return { state, ask: remembering };
}

describe('remembered answers', () => {
  it('are asked for once, also by those who ask at the same time', async () => {
    const { state, ask } = source();
    expect(await Promise.all([ask('a'), ask('a')])).toEqual(['a', 'a']);
    expect(await ask('a')).toBe('a');
    expect(state.asked).toEqual(['a']);
  });

  it('are loaded again after their time', async () => {
    const { state, ask } = source();
    await ask('a');
    state.nowMs = 99;
    await ask('a');
    state.nowMs = 100;
    await ask('a');
    expect(state.asked).toEqual(['a', 'a']);
  });

  it('are no failures: these are asked again', async () => {
    const { state, ask } = source();
    state.answer = () => Promise.reject(new Error('away'));
    await expect(ask('a')).rejects.toThrow('away');
    state.answer = async () => 'back';
    expect(await ask('a')).toBe('back');
  });

  it('are bounded in number: the oldest goes', async () => {
    const { state, ask } = source(2);
    for (const question of ['a', 'b', 'c', 'c', 'b', 'a']) await ask(question);
    expect(state.asked).toEqual(['a', 'b', 'c', 'a']);
  });
});
