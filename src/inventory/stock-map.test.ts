/** A stock map behaves like a map with the composed key. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StockKey } from './stock.ts';
import { StockKeyMap } from './stock-map.ts';

const part = fc.constantFrom('A', 'B', 'A\nB', '');
const key: fc.Arbitrary<StockKey> = fc.record({ customerNo: part, itemNo: part, warehouse: part, status: part });
const textOf = ({ customerNo, itemNo, warehouse, status }: StockKey) =>
  JSON.stringify([customerNo, itemNo, warehouse, status]);

test('sets, replaces, gets, deletes and lists, also when keys share parts', () => {
  const step = fc.tuple(fc.constantFrom('set', 'set', 'delete'), key, fc.nat());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), key, (steps, asked) => {
      const map = new StockKeyMap<number>();
      const model = new Map<string, number>();
      for (const [what, at, value] of steps) {
        if (what === 'set') {
          map.set(at, value);
          model.set(textOf(at), value);
        } else {
          map.delete(at);
          model.delete(textOf(at));
        }
        expect(map.get(at)).toBe(model.get(textOf(at)));
        expect(map.size).toBe(model.size);
      }
      expect(map.get(asked)).toBe(model.get(textOf(asked)));
      expect(map.has(asked)).toBe(model.has(textOf(asked)));
      expect([...map.values()].sort()).toEqual([...model.values()].sort());
    }),
  );
});
