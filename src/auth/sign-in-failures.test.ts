import { describe, expect, it } from 'vitest';
import { createImportedPasswordLimiter } from './imported-sign-ins.ts';
import { createSignInFailureCounter } from './sign-in-failures.ts';

function failuresAt() {
  const clock = { ms: 0 };
  return { clock, failures: createSignInFailureCounter(10, () => clock.ms) };
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

  it('beyond both limits wait for the later of them', () => {
    const { clock, failures } = failuresAt();
    for (let i = 0; i < 10; i += 1) failures.count('192.0.2.1', `W${i}`);
    clock.ms += 3_000;
    for (let i = 0; i < 10; i += 1) failures.count(`198.51.100.${i}`, 'W100');
    expect(failures.count('192.0.2.1', 'W98')).toBe(3);
    expect(failures.count('192.0.2.1', 'W100')).toBe(6);
  });

  it('of an IPv6 network count together, whatever addresses of its /64 they come from', () => {
    const { failures } = failuresAt();
    for (let i = 0; i < 10; i += 1) expect(failures.count(`2001:db8:1:2::${i}`, `W${i}`)).toBeUndefined();
    expect(failures.count('2001:db8:1:2:ffff:ffff:ffff:ffff', 'W98')).toBe(6);
    expect(failures.count('2001:db8:1:3::1', 'W99')).toBeUndefined();
  });

  it('of more addresses than are remembered cost no more memory, and forget the oldest', () => {
    const { failures } = failuresAt();
    const address = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`;
    for (let i = 0; i < 10; i += 1) failures.count(address(0), `W${i}`);
    expect(failures.count(address(0), 'X1')).toBe(6);
    for (let n = 1; n <= 20_000; n += 1) failures.count(address(n), `W${n}`);
    expect(failures.count(address(0), 'X2')).toBeUndefined();
  });
});

it('guesses at imported passwords of a customer are limited from all addresses together', async () => {
  const limiter = createImportedPasswordLimiter<string>(1);
  let checked = 0;
  for (let n = 0; n < 20; n += 1) {
    await limiter.attempt({ remoteAddress: `192.0.2.${n}`, customerNo: 'W100', key: `guess ${n}` }, async () => {
      checked += 1;
      return undefined;
    });
  }
  // One that is refused gives nothing back.
  expect(checked).toBe(10);
});
