import { describe, expect, it } from 'vitest';
import { CarrierSourceError } from '../location-source.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';

const limits = { maxConcurrent: 2, failuresBeforeOpening: 3, openMs: 1_000 };

/** A configurable source and a manual clock. */
function source() {
  const state = { asked: 0, nowMs: 0, answer: async (): Promise<string> => 'yes' };
  const ask = async (_: string) => {
    state.asked += 1;
    return await state.answer();
  };
  return { state, ask: withCircuitBreaker('Source', ask, limits, () => state.nowMs) };
}

const away = () => Promise.reject(new CarrierSourceError('Source', 'it is away'));
const refusing = () => Promise.reject(new CarrierSourceError('Source', 'not this', { isRefusal: true }));
const outcome = (asked: Promise<string>) => asked.catch((error: Error) => error.message);

describe('a source behind a circuit breaker', () => {
  it('limits concurrent requests, and rejects further ones immediately', async () => {
    const { state, ask } = source();
    let release = (_: string) => {};
    state.answer = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    const first = ask('a');
    const second = ask('b');
    expect(await outcome(ask('c'))).toBe('too many requests are waiting for it');
    expect(state.asked).toBe(2);
    release('yes');
    expect(await second).toBe('yes');
    state.answer = async () => 'yes';
    expect(await ask('d')).toBe('yes');
    void first.catch(() => undefined);
  });

  it('opens after consecutive failures; afterwards a single failure opens it again', async () => {
    const { state, ask } = source();
    state.answer = away;
    for (const _ of [1, 2, 3]) expect(await outcome(ask('a'))).toBe('it is away');
    expect(await outcome(ask('a'))).toBe('it has not responded recently');
    state.nowMs = 999;
    expect(await outcome(ask('a'))).toBe('it has not responded recently');
    expect(state.asked).toBe(3);
    state.nowMs = 1_000;
    expect(await outcome(ask('a'))).toBe('it is away');
    expect(await outcome(ask('a'))).toBe('it has not responded recently');
    state.nowMs = 2_000;
    state.answer = async () => 'yes';
    expect(await outcome(ask('a'))).toBe('yes');
    state.answer = away;
    for (const _ of [1, 2]) expect(await outcome(ask('a'))).toBe('it is away');
    state.answer = async () => 'yes';
    expect(await outcome(ask('a'))).toBe('yes');
  });

  it('stays closed when the source rejects single requests', async () => {
    const { state, ask } = source();
    state.answer = refusing;
    for (const _ of [1, 2, 3, 4]) expect(await outcome(ask('a'))).toBe('not this');
    expect(state.asked).toBe(4);
  });

  it('counts an unexpected error as a failure, and passes it on', async () => {
    const { state, ask } = source();
    state.answer = () => Promise.reject(new TypeError('a bug'));
    for (const _ of [1, 2, 3]) await expect(ask('a')).rejects.toThrow(TypeError);
    expect(await outcome(ask('a'))).toBe('it has not responded recently');
  });
});
