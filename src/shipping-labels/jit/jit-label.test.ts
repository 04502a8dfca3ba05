import { describe, expect, test } from 'vitest';
import type { SalesOrder } from '../../sales-orders/index.ts';
import { decideJitLabel, decideProcessingOfScannedJitOrder, type JitLabelInput } from './jit-label.ts';

const order = (status: SalesOrder['status']) => ({ orderNo: 'JIT-1', orderType: 'JIT', status }) as SalesOrder;

describe('a scanned label whose order must not be processed', () => {
  test.each([
    ['CANCELED', 'it is canceled'],
    ['SHIPPED', 'it has shipped'],
    ['EXCEPTION', 'nothing of it is left to ship'],
    ['ON WEATHER HOLD', 'it is on hold'],
    ['RECEIVED', 'it has changed since its label was generated, so call GenerateJitLabel again'],
  ] as const)('is refused with the reason: %s', (status, why) => {
    expect(decideProcessingOfScannedJitOrder(order(status), false)).toMatchObject({
      refused: { reason: `Order JIT-1 cannot be processed: ${why} (status ${status}).` },
    });
  });
});

test('an order of 20,000 units may get a label; one more is too much', () => {
  const ofUnits = (units: number) =>
    decideJitLabel({
      order: { ...order('RECEIVED'), warehouse: 'APC01', carrier: 'FEX' },
      details: {},
      holds: [],
      units,
      carriers: 'simulated',
      hasShipFromAddress: true,
    } as unknown as JitLabelInput);
  expect(ofUnits(20_000)).toHaveProperty('ok');
  expect(ofUnits(20_001)).toMatchObject({
    refused: {
      reason: 'Order JIT-1 gets no JIT label: it has 20,001 units, and the maximum is 20,000. Split the order.',
    },
  });
});
