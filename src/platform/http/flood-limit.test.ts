import { expect, test } from 'vitest';
import {
  ClientConcurrencyLimit,
  computeNextClientConcurrencyLimit,
  minConcurrentRequestsPerClient,
} from './flood-limit.ts';

const busy = 0.97;

/** Begins requests of a client for as long as it may, and returns how many. */
function beginAll(limit: ClientConcurrencyLimit, client: string, now: number): number {
  let begun = 0;
  for (; begun < 5_000; begun += 1) {
    limit.arrived(client, now);
    if (limit.isReached(client, now)) break;
    limit.begin(client);
  }
  return begun;
}

test('a client that is alone has no limit', () => {
  expect(beginAll(new ClientConcurrencyLimit(() => busy), 'flood', 0)).toBe(5_000);
});

test('beside others a client has a limited number in progress, and the others are not affected', () => {
  const limit = new ClientConcurrencyLimit(() => busy);
  limit.arrived('quiet', 0);
  expect(beginAll(limit, 'flood', 10)).toBe(minConcurrentRequestsPerClient);
  limit.arrived('quiet', 11);
  expect(limit.isReached('quiet', 11)).toBe(false);
  limit.begin('quiet');
  limit.end('flood');
  expect(beginAll(limit, 'flood', 12)).toBe(1);
});

test('the limit ends a second after the last request of another', () => {
  const limit = new ClientConcurrencyLimit(() => busy);
  limit.arrived('quiet', 0);
  expect(beginAll(limit, 'flood', 999)).toBe(minConcurrentRequestsPerClient);
  expect(beginAll(limit, 'flood', 1_000)).toBe(5_000);
});

test('a client that is held back when another becomes active ends what it has in progress first', () => {
  const limit = new ClientConcurrencyLimit(() => busy);
  expect(beginAll(limit, 'flood', 0)).toBe(5_000);
  limit.arrived('quiet', 1);
  for (let left = 5_000; left > minConcurrentRequestsPerClient; left -= 1) limit.end('flood');
  expect(beginAll(limit, 'flood', 2)).toBe(0);
  limit.end('flood');
  expect(beginAll(limit, 'flood', 3)).toBe(1);
});

test('the limit grows while the event loop is often idle, and shrinks when it is busy', () => {
  let utilization = 0.2;
  const limit = new ClientConcurrencyLimit(() => utilization);
  const begun: number[] = [];
  let inProgress = 0;
  for (let now = 0; now < 600; now += 100) {
    if (now === 300) utilization = busy;
    limit.arrived('quiet', now);
    for (; inProgress > 0; inProgress -= 1) limit.end('flood');
    inProgress = beginAll(limit, 'flood', now + 1);
    begun.push(inProgress);
  }
  // The first measurement is not of a time in which requests were limited.
  expect(begun).toEqual([12, 18, 27, 20, 15, 12]);
  limit.arrived('quiet', 2_000);
  for (; inProgress > 0; inProgress -= 1) limit.end('flood');
  expect(beginAll(limit, 'flood', 2_001)).toBe(minConcurrentRequestsPerClient);
});

test('the limit stays within its bounds, and where it is between idle and busy', () => {
  expect(computeNextClientConcurrencyLimit(minConcurrentRequestsPerClient, 1)).toBe(minConcurrentRequestsPerClient);
  expect(computeNextClientConcurrencyLimit(1_000, 0)).toBe(1_024);
  expect(computeNextClientConcurrencyLimit(50, 0.8)).toBe(50);
});
