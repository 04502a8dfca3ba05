/** What the inspection of a simulated return is going to find, and what becomes of it: as the call said (decision 2). Pure. */
import {
  type Disposition,
  goodReturnStatus,
  type InspectedLine,
  type ItemQuantity,
  type ReturnLine,
} from '../returns/index.ts';
import type { LineDisposition } from './return-steps.ts';

/** What is to come back, and how it is going to be found. */
export interface ReturnedLine extends ItemQuantity {
  /** The condition in which it will be found. */
  readonly status: string | undefined;
  /** How many will be found; as announced when undefined. */
  readonly found: number | undefined;
  /** What the inspector will do with them; as is said of the whole return when undefined. */
  readonly disposition: Disposition | undefined;
}

/** Units of a line that will be found in one condition. */
interface Found {
  readonly quantity: number;
  readonly status: string;
  readonly disposition: Disposition | undefined;
}

type AnnouncedLine = Pick<ReturnLine, 'line' | 'itemNo' | 'expected'>;

/** A line of a return, and what will be found on it. */
interface FoundLine extends AnnouncedLine {
  readonly found: readonly Found[];
}

/**
 * As announced and good, unless the call said otherwise of the item. What it said of an item is spread over the lines of it,
 * each filled before the next; what is found beyond the announced lies on the last.
 */
export function foundOn(
  lines: readonly AnnouncedLine[],
  asked: readonly ReturnedLine[] | undefined,
): readonly FoundLine[] {
  const found = new Map<number, Found[]>(lines.map(({ line }) => [line, []]));
  for (const [itemNo, own] of Map.groupBy(lines, (line) => line.itemNo)) {
    const said = asked?.filter((each) => each.itemNo === itemNo) ?? [];
    const room = new Map(own.map(({ line, expected }) => [line, expected]));
    const good = own.map(({ expected }) => ({ quantity: expected, status: goodReturnStatus, disposition: undefined }));
    for (const { quantity, status, disposition } of said.length === 0 ? good : said.map(asFound)) {
      let rest = quantity;
      for (const { line } of own) {
        const units = line === own.at(-1)?.line ? rest : Math.min(rest, room.get(line) ?? 0);
        if (units === 0) continue;
        rest -= units;
        room.set(line, (room.get(line) ?? 0) - units);
        found.get(line)?.push({ quantity: units, status, disposition });
      }
    }
  }
  return lines.map((line) => ({ ...line, found: found.get(line.line) ?? [] }));
}

const asFound = ({ quantity, found, status, disposition }: ReturnedLine): Found => ({
  quantity: found ?? quantity,
  status: status ?? goodReturnStatus,
  disposition,
});

/** What the inspection is told. */
export function inspectionOf(lines: readonly FoundLine[]): InspectedLine[] {
  return lines.map(({ line, found }) => ({ line, found: found.map(({ quantity, status }) => ({ quantity, status })) }));
}

/** What the inspector does with what is found, where the call said it of lines; by disposition. */
export function dispositionsOf(lines: readonly FoundLine[]): LineDisposition[] {
  const parts = lines.flatMap(({ line, itemNo, found }) =>
    found.flatMap(({ disposition }, index) =>
      disposition === undefined ? [] : [{ disposition, part: { itemNo, line, finding: index + 1 } }],
    ),
  );
  return [...Map.groupBy(parts, ({ disposition }) => disposition)].map(([disposition, of]) => ({
    disposition,
    lines: of.map(({ part }) => part),
  }));
}
