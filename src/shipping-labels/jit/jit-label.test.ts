import { describe, expect, test } from 'vitest';
import type { SalesOrder } from '../../sales-orders/index.ts';
import { decideProcessingOfScannedJitOrder } from './jit-label.ts';

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
