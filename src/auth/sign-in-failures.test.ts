import { describe, expect, it } from 'vitest';
import { createSignInFailures } from './sign-in-failures.ts';

function failuresAt() {
  const clock = { ms: 0 };
  return { clock, failures: createSignInFailures(10, () => clock.ms) };
}

describe('failed sign-ins', () => {
  it('are ten a minute for an address, whatever customers it names', () => {
    const { clock, failures } = failuresAt();
    for (let i = 0; i < 10; i += 1) expect(failures.count('192.0.2.1', `W${i}`)).toBeUndefined();
    expect(failures.count('192.0.2.1', 'W99')).toBe(6);
    expect(failures.count('192.0.2.2', 'W98')).toBeUndefined();
    clock.ms += 6_000;
    expect(failures.count('192.0.2.1', 'W97')).toBeUndefined();
    clock.ms += 60_000;
    for (let i = 0; i < 10; i += 1) expect(failures.count('192.0.2.1', `X${i}`)).toBeUndefined();
  });

  it('are ten a minute for a customer, from wherever they come', () => {
    const { failures } = failuresAt();
    for (let i = 0; i < 10; i += 1) expect(failures.count(`192.0.2.${i}`, 'W100')).toBeUndefined();
    expect(failures.count('192.0.2.99', 'W100')).toBe(6);
    expect(failures.count('192.0.2.98', 'W101')).toBeUndefined();
  });

  it('of an address without any left are looked up only now and then', () => {
    const { clock, failures } = failuresAt();
    for (let i = 0; i < 10; i += 1) {
      expect(failures.mayLookUp('192.0.2.1')).toEqual({ allowed: true });
      failures.count('192.0.2.1', 'W100');
    }
    for (let i = 0; i < 50; i += 1) expect(failures.mayLookUp('192.0.2.1')).toEqual({ allowed: true });
    expect(failures.mayLookUp('192.0.2.1')).toEqual({ allowed: false, waitSeconds: 6 });
    expect(failures.mayLookUp('192.0.2.2')).toEqual({ allowed: true });
    clock.ms += 50;
    expect(failures.mayLookUp('192.0.2.1')).toEqual({ allowed: true });
  });
});
