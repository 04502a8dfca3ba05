import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultPacking } from '../../test/support/default-packing.ts';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { shippersByFormatOf } from '../operator-settings/index.ts';
import {
  chooseShipperBox,
  isWithinPackageLimit as isPackableBy,
  type PackingLine,
  packLinesIntoBoxes as packOrderBy,
  parseUnitOfMeasure,
} from './packing.ts';

const allShippers = shippersByFormatOf(defaultPacking, 'APC01', false);
const packOrder = (lines: readonly PackingLine[], { icePack = false } = {}) =>
  packOrderBy(lines, { shippers: allShippers, icePack });
const isPackable = (lines: readonly PackingLine[]) => isPackableBy(lines, allShippers);

function line(lineNo: number, uom: string, quantity: number): PackingLine {
  return { lineNo, uom, quantity };
}

function bottles(lines: readonly PackingLine[]): number[] {
  return packOrder(lines).map((packed) => packed.bottleEquivalents);
}

describe('parseUnitOfMeasure', () => {
  it('parses bottles, packs, wooden boxes and pieces', () => {
    expect(parseUnitOfMeasure('750')).toMatchObject({
      bottleMl: 750,
      count: 1,
      woodBox: false,
      known: true,
      weightLb: 3,
    });
    expect(parseUnitOfMeasure('375-12')).toMatchObject({ bottleMl: 375, count: 12, woodBox: false, volumeMl: 4500 });
    expect(parseUnitOfMeasure('1500-6-W')).toMatchObject({ bottleMl: 1500, count: 6, woodBox: true, volumeMl: 9000 });
    expect(parseUnitOfMeasure(' 750-6-w ')).toMatchObject({ count: 6, woodBox: true });
    expect(parseUnitOfMeasure('750-W')).toMatchObject({ count: 1, woodBox: true });
    expect(parseUnitOfMeasure('ea')).toMatchObject({ bottleMl: undefined, known: true, weightLb: 1 });
    expect(parseUnitOfMeasure('1500').volumeMl).toBe(1500);
    expect(parseUnitOfMeasure('375').volumeMl).toBe(375);
  });

  it.each(['', 'CASE', '750ml', '7', '750-0', '750-6-X', '99999', '12/750', '750-1000'])(
    'takes %j for a standard bottle of the default weight',
    (text) => {
      expect(parseUnitOfMeasure(text)).toMatchObject({ known: false, volumeMl: 750, weightLb: 3 });
    },
  );
});

describe('packOrder', () => {
  it('uses the smallest shipper that holds the bottles', () => {
    const box = (quantity: number) => {
      const [packed] = packOrder([line(0, '750', quantity)]);
      return [packed?.weightLb, packed?.lengthIn, packed?.widthIn, packed?.heightIn];
    };
    expect(box(1)).toEqual([4.2, 16, 6, 6]);
    expect(box(2)).toEqual([7.6, 16, 10, 6]);
    expect(box(3)).toEqual([11, 16, 13, 6]);
    expect(box(4)).toEqual([15.2, 16, 13, 10]);
    expect(box(6)).toEqual([21.2, 16, 13, 10]);
    expect(box(7)).toEqual([26, 20, 16, 14]);
    expect(box(12)).toEqual([41, 20, 16, 14]);
  });

  it('starts another package after twelve bottles', () => {
    expect(bottles([line(0, '750', 13)])).toEqual([12, 1]);
    expect(bottles([line(0, '750', 7), line(1, '750', 7)])).toEqual([12, 2]);
    expect(bottles([line(0, '375', 24)])).toEqual([12]);
    expect(packOrder([line(0, '750', 7), line(1, '750', 7)])[0]?.items).toEqual([
      { lineNo: 0, quantity: 7 },
      { lineNo: 1, quantity: 5 },
    ]);
  });

  it('packs magnums into their own shippers and counts them as two bottles', () => {
    expect(bottles([line(0, '750', 2), line(1, '1500', 7)])).toEqual([12, 2, 2]);
    expect(packOrder([line(0, '1500', 6)])[0]).toMatchObject({ bottleEquivalents: 12, weightLb: 44.9, lengthIn: 20 });
  });

  it('splits by the rules of the warehouse, and packs alone what they do not hold', () => {
    const steps = [
      { upTo: 3, shipper: 'S3' },
      { upTo: 6, shipper: 'S12' },
    ];
    const rules = [{ warehouse: 'TWL01', format: 'standard' as const, steps }, ...defaultPacking.rules];
    const own = shippersByFormatOf({ ...defaultPacking, rules }, 'TWL01', false);
    const pack = (...lines: PackingLine[]) =>
      packOrderBy(lines, { shippers: own, icePack: false }).map(
        ({ shipper, bottleEquivalents }) => `${bottleEquivalents} in ${shipper.code}`,
      );
    expect(pack(line(0, '750', 13))).toEqual(['6 in S12', '6 in S12', '1 in S3']);
    expect(pack(line(0, '750-12', 1), line(1, 'EA', 2))).toEqual(['12 in L12', '1 in S3']);
    expect(pack(line(0, '1500', 7))).toEqual(['12 in M6', '2 in M1']);
  });

  it('suggests a shipper for what is in a box, however it was packed', () => {
    const suggested = (...contents: [uom: string, units: number][]) =>
      chooseShipperBox(
        contents.map(([uom, units]) => ({ uom, units })),
        allShippers,
      )?.code;
    expect(suggested(['750', 2])).toBe('S2');
    expect(suggested(['750', 2], ['1500', 1])).toBe('M2');
    expect(suggested(['3000', 1], ['750', 1])).toBe('L8');
    expect(suggested(['750', 13])).toBeUndefined();
    expect(suggested()).toBeUndefined();
  });

  it('packs wooden boxes and large bottles alone', () => {
    expect(bottles([line(0, '750-6-W', 2), line(1, '750', 1), line(2, '3000', 1)])).toEqual([6, 6, 4, 1]);
  });

  it('packs a unit that exceeds a package alone', () => {
    expect(bottles([line(0, '750-24', 2), line(1, '12000', 1)])).toEqual([24, 24, 16]);
  });

  it('gives a smaller bottle a whole cell, shared by two halves or four quarters', () => {
    const full = (uom: string) => bottles([line(0, uom, 200)])[0];
    const most = (uom: string) => packOrder([line(0, uom, 200)])[0]?.items[0]?.quantity;
    expect(['500', '620', '700', '720', '750'].map(most)).toEqual([12, 12, 12, 12, 12]);
    expect(['250', '375'].map(most)).toEqual([24, 24]);
    expect(['100', '187'].map(most)).toEqual([48, 48]);
    expect(most('1000')).toBe(9);
    expect(['187', '375', '500', '750'].map(full)).toEqual([12, 12, 12, 12]);
  });

  it('fills packages up with loose items', () => {
    expect(packOrder([line(0, 'EA', 1), line(1, '750', 2)])).toHaveLength(1);
    // Into the fullest box that has room.
    const [magnums, bottle] = packOrder([line(0, '750', 2), line(1, '1500', 5), line(2, 'EA', 3)]);
    expect(magnums?.items).toEqual([
      { lineNo: 1, quantity: 5 },
      { lineNo: 2, quantity: 3 },
    ]);
    expect(bottle?.items).toEqual([{ lineNo: 0, quantity: 2 }]);
    expect(packOrder([line(0, 'EA', 1)])).toMatchObject([{ weightLb: 2.2, lengthIn: 16, widthIn: 6 }]);
  });

  it('counts ice packs, one per six bottles rounded up, and adds their weight', () => {
    const count = (uom: string, quantity: number, icePack = true) =>
      packOrder([line(0, uom, quantity)], { icePack }).map(({ icePacks }) => icePacks);
    expect(count('750', 1)).toEqual([1]);
    expect(count('750', 6)).toEqual([1]);
    expect(count('750', 7)).toEqual([2]);
    expect(count('750', 13)).toEqual([2, 1]);
    expect(count('1500', 4)).toEqual([2]);
    expect(count('1500-6-W', 1)).toEqual([2]);
    expect(count('750', 13, false)).toEqual([0, 0]);
    const weigh = (quantity: number, icePack: boolean) =>
      packOrder([line(0, '750', quantity)], { icePack })[0]?.weightLb;
    expect(weigh(1, true)).toBe(5.7);
    expect(weigh(6, true)).toBe(22.7);
    expect(weigh(12, true)).toBe(44);
    expect(weigh(12, false)).toBe(41);
  });

  it('returns no packages for no lines', () => {
    expect(packOrder([])).toEqual([]);
  });

  it('rejects invalid quantities and orders that are too large', () => {
    expect(() => packOrder([line(0, '750', 0)])).toThrow('invariant');
    expect(() => packOrder([line(0, '750', 1.5)])).toThrow('invariant');
    for (const [uom, most] of [
      ['750-12-W', 20_000],
      ['750', 240_000],
    ] as const) {
      expect(isPackable([line(0, uom, most)])).toBe(true);
      expect(packOrder([line(0, uom, most)])).toHaveLength(20_000);
      expect(isPackable([line(0, uom, most + 1)])).toBe(false);
      expect(() => packOrder([line(0, uom, most + 1)])).toThrow(RangeError);
    }
  });

  /** What travels with what: bottles to a liter, magnums, boxes and large bottles alone, pieces beside any of the first two. */
  const kindOf = (uom: string): 'standard' | 'magnum' | 'alone' | 'loose' => {
    const { bottleMl, woodBox } = parseUnitOfMeasure(uom);
    if (bottleMl === undefined) return 'loose';
    if (woodBox || bottleMl > 1500) return 'alone';
    return bottleMl > 1000 ? 'magnum' : 'standard';
  };
  /** For so many standard bottles, and how large each is. */
  const shippers = {
    standard: [
      [1, 16, 6, 6],
      [2, 16, 10, 6],
      [3, 16, 13, 6],
      [6, 16, 13, 10],
      [12, 20, 16, 14],
    ],
    loose: [],
    magnum: [
      [2, 19, 8, 8],
      [4, 19, 13, 8],
      [6, 19, 18, 8],
      [12, 20, 19, 17],
    ],
    alone: [
      [4, 22, 9, 9],
      [8, 26, 14, 11],
      [12, 26, 18, 14],
    ],
  } satisfies Record<ReturnType<typeof kindOf>, (readonly [number, number, number, number])[]>;

  it('fills the boxes of thousands with room, one after the other', () => {
    // A box holds eleven of them, and then one loose item.
    const packages = packOrder([line(1, '760', 110_000), line(2, 'EA', 3), line(3, 'EA', 1)]);
    expect(packages.length).toBe(10_000);
    expect(packages.slice(0, 5).map(({ items }) => items.map(({ lineNo }) => lineNo))).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
      [1, 3],
      [1],
    ]);
  });

  it('packs every unit once, respects the limit, and is deterministic', () => {
    const uoms = fc.constantFrom(
      '187',
      '375',
      '500',
      '750',
      '1000',
      '1500',
      '3000',
      '375-12',
      '750-6-W',
      'EA',
      '???',
      '9000',
      '750-12',
    );
    const orders = fc
      .array(fc.tuple(uoms, fc.integer({ min: 1, max: 60 })), { maxLength: 8 })
      .map((list) => list.map(([uom, quantity], lineNo) => line(lineNo, uom, quantity)));
    fc.assert(
      fc.property(orders, fc.boolean(), (lines, icePack) => {
        const packages = packOrder(lines, { icePack });
        const packed = new Map<number, number>();
        for (const [index, each] of packages.entries()) {
          expect(each.packageNo).toBe(index + 1);
          expect(each.items.length).toBeGreaterThan(0);
          let volumeMl = 0;
          let contentsLb = 0;
          for (const item of each.items) {
            expect(item.quantity).toBeGreaterThan(0);
            packed.set(item.lineNo, (packed.get(item.lineNo) ?? 0) + item.quantity);
            const unit = parseUnitOfMeasure(lines[item.lineNo]?.uom ?? '');
            volumeMl += unit.volumeMl * item.quantity;
            contentsLb += unit.weightLb * item.quantity;
          }
          expect(volumeMl).toBeLessThanOrEqual(9000);
          expect(each.icePacks).toBe(icePack ? Math.ceil(volumeMl / 4500) : 0);
          expect(each.bottleEquivalents).toBeCloseTo(volumeMl / 750, 9);
          const tareLb = each.weightLb - contentsLb - each.icePacks * 1.5;
          expect(tareLb).toBeGreaterThan(1);
          expect(tareLb).toBeLessThan(10);
          const kinds = new Set(each.items.map((item) => kindOf(lines[item.lineNo]?.uom ?? '')));
          kinds.delete('loose');
          expect(kinds.size).toBeLessThanOrEqual(1);
          if (kinds.has('alone')) expect(each.items).toMatchObject([{ quantity: 1 }]);
          const fits = shippers[kinds.values().next().value ?? 'standard'].find(
            ([most]) => each.bottleEquivalents <= most,
          );
          expect([each.lengthIn, each.widthIn, each.heightIn]).toEqual(fits?.slice(1));
          expect(Math.abs(each.weightLb * 100 - Math.round(each.weightLb * 100))).toBeLessThan(1e-6);
        }
        expect([...packed].toSorted(([a], [b]) => a - b)).toEqual(
          lines.map(({ lineNo, quantity }) => [lineNo, quantity]),
        );
        expect(packOrder(lines, { icePack })).toEqual(packages);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
