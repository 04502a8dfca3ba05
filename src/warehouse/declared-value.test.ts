import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPacking } from '../../test/support/default-packing.ts';
import { shippersByFormatOf } from '../operator-settings/index.ts';
import type { OrderLine } from '../sales-orders/index.ts';
import { computeDeclaredValue } from './declared-value.ts';
import { packLinesIntoBoxes } from './packing.ts';

const bottles: OrderLine = {
  line: 1,
  itemNo: 'PIN',
  description: '',
  quantity: 30,
  quantityUnit: 'RETAIL',
  units: 30,
  uom: '750',
  storage: 'service',
  status: 'GOOD-NO-TX',
};
const item = (units: number, line = 1, itemNo = 'PIN') => ({ line, itemNo, units });
const valued = (value: string) => () => ({ value });

describe('computeDeclaredValue', () => {
  it('prefers the line price to the item value', () => {
    expect(computeDeclaredValue([item(3)], [{ ...bottles, unitPrice: 65.5 }], valued('20'))).toBe(196.5);
    expect(computeDeclaredValue([item(3)], [bottles], valued('20.25'))).toBe(60.75);
    expect(computeDeclaredValue([item(3)], [{ ...bottles, unitPrice: 0 }], valued('20'))).toBe(0);
  });

  it('applies a case price per case', () => {
    const cases = { ...bottles, quantity: 2, quantityUnit: 'WHOLESALE', units: 24, unitPrice: 300 } as const;
    expect(computeDeclaredValue([item(24)], [cases], valued('99'))).toBe(600);
    expect(computeDeclaredValue([item(12)], [cases], valued('99'))).toBe(300);
    expect(computeDeclaredValue([item(3)], [cases], valued('99'))).toBe(75);
  });

  it('adds up several lines; a discount does not reduce the others', () => {
    const lines = [
      { ...bottles, unitPrice: 10.1 },
      { ...bottles, line: 2, itemNo: 'OFF', unitPrice: -100 },
    ];
    expect(computeDeclaredValue([item(3), item(1, 2, 'OFF')], lines, valued('20'))).toBe(30.3);
  });

  it('is 0 for an unknown item', () => {
    expect(computeDeclaredValue([item(3)], [bottles], () => undefined)).toBe(0);
    expect(computeDeclaredValue([], [bottles], valued('20'))).toBe(0);
  });

  it('sums up to the value of the order over all packages', () => {
    const orders = fc.array(
      fc.record({ units: fc.integer({ min: 1, max: 60 }), cents: fc.option(fc.integer({ min: 0, max: 100_000 })) }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(orders, (wanted) => {
        const lines = wanted.map(({ units, cents }, index): OrderLine => {
          const line = { ...bottles, line: index + 1, quantity: units, units };
          return cents === null ? line : { ...line, unitPrice: cents / 100 };
        });
        const packages = packLinesIntoBoxes(
          lines.map(({ line, units, uom }) => ({ lineNo: line, uom, quantity: units })),
          { shippers: shippersByFormatOf(defaultPacking, '', false), icePack: false },
        );
        const declared = packages.map(({ items }) =>
          computeDeclaredValue(
            items.map(({ lineNo, quantity }) => item(quantity, lineNo)),
            lines,
            valued('7.77'),
          ),
        );
        const worth = wanted.reduce((sum, { units, cents }) => sum + units * (cents ?? 777), 0);
        expect(Math.round(declared.reduce((sum, next) => sum + next * 100, 0))).toBe(worth);
      }),
    );
  });
});
