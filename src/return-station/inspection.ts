/**
 * Decisions at the returns station: scans, differences from the announced units, and the lines of the found units.
 * Pure.
 */
import { createItemCodeMatcher, type ItemCode } from '../floor/index.ts';
import type { InspectedReturnLine, ReturnLine } from '../returns/index.ts';

export type InspectionScanVerdict = 'right' | 'wrong' | 'unknown';
export const inspectionScanVerdicts = ['right', 'wrong', 'unknown'] as const;

/** Units of an item that were found in one condition. */
export interface FoundUnits {
  readonly itemNo: string;
  /** The condition, as an inventory status. */
  readonly status: string;
  readonly units: number;
}

export interface InspectionScanResult {
  readonly verdict: InspectionScanVerdict;
  readonly message: string;
  /** The units that it counts; undefined when it counts nothing. */
  readonly counted: FoundUnits | undefined;
  /** The item of which no more may be counted; absent when it counts nothing for another reason. */
  readonly tooManyOf?: string;
}

const wrong = (message: string, verdict: InspectionScanVerdict = 'wrong'): InspectionScanResult => ({
  verdict,
  message,
  counted: undefined,
});

interface ScannedBottle {
  readonly code: string;
  /** The condition in which the person found it. */
  readonly status: string;
}

/**
 * Counts a scanned bottle or case of the lines that are not inspected. `possible` returns how many units of an item were
 * shipped and are neither in another return nor on an inspected line of this one; more are rejected.
 */
export function decideBottleScan(
  { lines, found }: { readonly lines: readonly ReturnLine[]; readonly found: readonly FoundUnits[] },
  codes: readonly ItemCode[],
  { code, status }: ScannedBottle,
  possible: (itemNo: string) => number,
): InspectionScanResult {
  const isScanned = createItemCodeMatcher(code);
  const open = new Set(lines.filter(({ inspected }) => !inspected).map(({ itemNo }) => itemNo));
  const matches = codes.filter((each) => open.has(each.itemNo) && isScanned(each.code));
  const [match] = matches;
  if (match === undefined)
    return wrong(
      'No bottle of this return has this code: put it aside. Another package is scanned after the end of this one (F2).',
      'unknown',
    );
  if (new Set(matches.map(({ itemNo }) => itemNo)).size > 1) {
    return wrong('Several items of this return have this code: type the number of the item.');
  }
  const { itemNo, units } = match;
  const name = lines.find((line) => line.itemNo === itemNo)?.description || itemNo;
  const already = foundUnitsOf(found, itemNo);
  if (already + units > possible(itemNo))
    return { ...wrong(`Only ${possible(itemNo)} of ${name} can come back with this return.`), tooManyOf: itemNo };
  return {
    verdict: 'right',
    message: `${name}: ${already + units} found, ${status}.`,
    counted: { itemNo, status, units },
  };
}

const foundUnitsOf = (found: readonly FoundUnits[], itemNo: string): number =>
  found.reduce((sum, each) => (each.itemNo === itemNo ? sum + each.units : sum), 0);

export interface InspectionDifference {
  readonly itemNo: string;
  readonly expected: number;
  readonly found: number;
}

/** The items of which more or fewer units were found than announced, on lines that are not inspected. */
export function computeInspectionDifferences(
  lines: readonly ReturnLine[],
  found: readonly FoundUnits[],
): InspectionDifference[] {
  const open = Map.groupBy(
    lines.filter(({ inspected }) => !inspected),
    ({ itemNo }) => itemNo,
  );
  return [...open].flatMap(([itemNo, ofItem]) => {
    const expected = ofItem.reduce((sum, line) => sum + line.expected, 0);
    const units = foundUnitsOf(found, itemNo);
    return units === expected ? [] : [{ itemNo, expected, found: units }];
  });
}

/**
 * The found units by line. An item has a line for each inventory status from which it was shipped; the lines are filled in order, and
 * surplus units are on the last one.
 */
export function toInspectedLines(lines: readonly ReturnLine[], found: readonly FoundUnits[]): InspectedReturnLine[] {
  const open = lines.filter(({ inspected }) => !inspected);
  const left = new Map(
    [...Map.groupBy(found, ({ itemNo }) => itemNo)].map(([itemNo, units]) => [
      itemNo,
      units.map((each) => ({ ...each })),
    ]),
  );
  return open.map((line, index) => {
    const isLast = !open.slice(index + 1).some(({ itemNo }) => itemNo === line.itemNo);
    let room = isLast ? Number.POSITIVE_INFINITY : line.expected;
    const taken = (left.get(line.itemNo) ?? []).flatMap((each) => {
      const quantity = Math.min(room, each.units);
      room -= quantity;
      each.units -= quantity;
      return quantity === 0 ? [] : [{ quantity, status: each.status }];
    });
    return { line: line.line, found: taken };
  });
}
