/** How many deliveries are in flight, and what results do to an endpoint. */
import { expect, test, vi } from 'vitest';
import type { SealedWebhookEndpoint } from './endpoint.ts';
import { webhookEndpointAfterResults } from './endpoint-health.ts';
import { InFlightWebhookDeliveries } from './in-flight.ts';

const sent = (endpointId: string, position: number, bytes = 0) => ({ customerNo: 'W1', endpointId, position, bytes });

test('an endpoint has a number of slots; one that fails has one, and those that fail or are slow have half of all', () => {
  const inFlight = new InFlightWebhookDeliveries({ perEndpoint: 3, total: 6, bytes: 1 });
  expect([1, 2, 2, 3, 4].map((position) => inFlight.add(sent('a', position)))).toEqual([
    true,
    true,
    false,
    true,
    false,
  ]);
  inFlight.setPace('a', 'failing');
  expect(inFlight.slotsOf('a')).toEqual({ limit: 0, used: 3, isLast: true });
  inFlight.setPace('b', 'slow');
  expect(inFlight.add(sent('b', 1))).toBe(false);
  inFlight.remove(sent('a', 1));
  expect([inFlight.add(sent('b', 1)), inFlight.add(sent('b', 2))]).toEqual([true, false]);
  expect([inFlight.add(sent('c', 1)), inFlight.add(sent('c', 2)), inFlight.add(sent('c', 3))]).toEqual([
    true,
    true,
    true,
  ]);
  expect([inFlight.count, inFlight.isFull, inFlight.ofCustomer('W1'), inFlight.add(sent('d', 1))]).toEqual([
    6,
    true,
    6,
    false,
  ]);
  for (const [id, positions] of Object.entries({ a: [2, 3], b: [1], c: [1, 2, 3] })) {
    for (const position of positions) inFlight.remove(sent(id, position));
  }
  inFlight.setPace('a', 'normal');
  expect([inFlight.count, inFlight.ofCustomer('W1'), inFlight.slotsOf('a')]).toEqual([
    0,
    0,
    { limit: 3, used: 0, isLast: false },
  ]);
  expect(inFlight.slotsOf('b')).toEqual({ limit: 3, used: 0, isLast: true });
});

test('bodies are bounded by their bytes: of all, of one endpoint, and of those that fail or are slow', () => {
  const inFlight = new InFlightWebhookDeliveries({ perEndpoint: 100, total: 1_000, bytes: 80 });
  // An eighth, and one that goes beyond.
  expect([inFlight.add(sent('a', 1, 9)), inFlight.add(sent('a', 2, 50)), inFlight.add(sent('a', 3, 1))]).toEqual([
    true,
    true,
    false,
  ]);
  inFlight.setPace('a', 'slow');
  inFlight.setPace('b', 'slow');
  expect([inFlight.add(sent('b', 1, 1)), inFlight.isFull]).toEqual([false, false]);
  expect([inFlight.add(sent('c', 1, 21)), inFlight.isFull, inFlight.add(sent('d', 1, 1))]).toEqual([true, true, false]);
  const planned = inFlight.without([sent('a', 2)]);
  expect([planned.add(sent('b', 1, 1)), planned.has(sent('a', 2)), inFlight.has(sent('a', 2))]).toEqual([
    true,
    false,
    true,
  ]);
  inFlight.setPace('a', 'normal');
  for (const [id, position] of [
    ['a', 1],
    ['a', 2],
    ['c', 1],
  ] as const) {
    inFlight.remove(sent(id, position));
  }
  expect([inFlight.add(sent('c', 2, 1_000)), inFlight.add(sent('d', 1, 1)), inFlight.count]).toEqual([true, false, 1]);
});

const now = Temporal.Now.instant();
const url = 'https://winery.example/';
const endpoint = { url, isEnabled: true, failedInARow: 98, disabledReason: undefined } as SealedWebhookEndpoint;
const result = (status: 'DELIVERED' | 'FAILED' | 'PENDING', code = 500) => ({
  status,
  url,
  attempt: { at: '', ms: 1, status: code, response: '' },
});

test('100 events in a row of which each attempt failed, or a reply 410, disable an endpoint', () => {
  const after = (...results: ReturnType<typeof result>[]) => webhookEndpointAfterResults(endpoint, results, now);
  expect(after(result('PENDING'), result('PENDING'))).toBe(endpoint);
  expect(after(result('FAILED'))).toMatchObject({ isEnabled: true, failedInARow: 99 });
  expect(after(result('FAILED'), result('DELIVERED', 200), result('FAILED'))).toMatchObject({ failedInARow: 1 });
  const failing = { isEnabled: false, failedInARow: 100, disabledReason: 'FAILING', disabledAt: now };
  expect(after(result('FAILED'), result('FAILED'))).toMatchObject(failing);
  expect(after(result('PENDING', 410))).toMatchObject({ isEnabled: false, disabledReason: 'GONE', failedInARow: 98 });
  // The replies of the address before say nothing about this one.
  const moved = { ...result('PENDING', 410), url: 'https://old.example/' };
  expect(after(moved, { ...result('FAILED'), url: moved.url })).toBe(endpoint);
});

test('an endpoint has been failing since its first failure after a success', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  try {
    const inFlight = new InFlightWebhookDeliveries({ perEndpoint: 3, total: 6, bytes: 1 });
    inFlight.setPace('a', 'failing');
    clock.mockReturnValue(5_000);
    inFlight.setPace('a', 'failing');
    expect([inFlight.failingMs('a'), inFlight.failingMs('b')]).toEqual([4_000, 0]);
    inFlight.setPace('a', 'slow');
    expect(inFlight.failingMs('a')).toBe(0);
    inFlight.setPace('a', 'failing');
    expect(inFlight.failingMs('a')).toBe(0);
  } finally {
    clock.mockRestore();
  }
});
