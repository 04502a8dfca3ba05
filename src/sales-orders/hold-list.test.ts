import { describe, expect, test } from 'vitest';
import { computeOrderLineStock, describeHolds } from './hold-list.ts';
import type { OrderLine } from './order.ts';

const line = (itemNo: string, units: number, more: Partial<OrderLine> = {}): OrderLine => ({
  line: 1,
  itemNo,
  description: `Wine ${itemNo}`,
  quantity: units,
  quantityUnit: 'RETAIL',
  units,
  uom: '750',
  storage: 'service',
  status: 'GOOD-NO-TX',
  ...more,
});

const waiting = [{ reason: 'Inventory', description: '' }] as const;
const held = [{ reason: 'Winery', description: '' }] as const;
const claims = (of: Record<string, number>) => (_subject: string, itemNo: string) => of[itemNo] ?? 0;

const shares = (order: Partial<Parameters<typeof computeOrderLineStock>[0]>, of: Record<string, number> = {}) =>
  computeOrderLineStock({ orderId: 'o1', orderType: 'CLUB', lines: [], holds: waiting, ...order }, claims(of)).map(
    ({ quantity, reserved, incoming, oversold }) => [quantity, reserved, incoming, oversold],
  );

describe('computeOrderLineStock', () => {
  test.each([
    ['all reserved unless the order waits for stock', { lines: [line('A', 5)], holds: held }, { A: 5 }, [[5, 5, 0, 0]]],
    ['oversold while nothing is inbound', { lines: [line('A', 5)] }, {}, [[5, 0, 0, 5]]],
    ['partly inbound', { lines: [line('A', 5)] }, { A: 3 }, [[5, 0, 3, 2]]],
    [
      'completely inbound',
      { lines: [line('A', 5), line('B', 1)] },
      { A: 5, B: 1 },
      [
        [5, 0, 5, 0],
        [1, 0, 1, 0],
      ],
    ],
    [
      'lines of one item share inbound stock',
      { lines: [line('A', 5), line('A', 4)] },
      { A: 7 },
      [
        [5, 0, 5, 0],
        [4, 0, 2, 2],
      ],
    ],
    [
      'units that were picked short are not reserved',
      { lines: [line('A', 6, { shortUnits: 2 })], holds: held },
      { A: 6 },
      [[6, 4, 0, 2]],
    ],
    [
      'units that were picked short are not inbound',
      { lines: [line('A', 6, { shortUnits: 2 })] },
      { A: 6 },
      [[6, 0, 4, 2]],
    ],
    ['virtual items are never short', { lines: [line('F', 1, { storage: 'virtual' })] }, {}, [[1, 1, 0, 0]]],
    ['JIT orders are never short', { orderType: 'JIT', lines: [line('A', 2)] } as const, {}, [[2, 2, 0, 0]]],
  ])('%s', (_name, order, of, expected) => {
    expect(shares(order, of as Record<string, number>)).toEqual(expected);
  });
});

describe('describeHolds', () => {
  test('returns the description of a single hold', () => {
    expect(describeHolds([{ reason: 'Winery', description: 'Asked for.' }])).toBe('Asked for.');
  });

  test('puts the reason before each of several, by precedence', () => {
    expect(
      describeHolds([
        { reason: 'Inventory', description: 'Short.' },
        { reason: 'License', description: 'Closed.' },
        { reason: 'Weather', description: 'Hot.' },
      ]),
    ).toBe('License: Closed. Weather: Hot. Inventory: Short.');
  });
});
