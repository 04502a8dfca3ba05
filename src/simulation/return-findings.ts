/** The findings and dispositions of a simulated return, as requested (decision 2). Pure. */
import {
  type Disposition,
  goodReturnInventoryStatus,
  type InspectedReturnLine,
  type ItemQuantity,
  type ReturnLine,
} from '../returns/index.ts';
import type { LineDisposition } from './return-steps.ts';

/** Units to return, and what the inspection will find. */
export interface SimulatedReturnLine extends ItemQuantity {
  /** Condition (inventory status) that the inspection finds; undefined for good. */
  readonly status: string | undefined;
  /** Units that the inspection finds; undefined for the announced quantity. */
  readonly found: number | undefined;
  /** Undefined: the disposition of the whole return. */
  readonly disposition: Disposition | undefined;
}

/** Units of a line in one condition. */
interface Found {
  readonly quantity: number;
  readonly status: string;
  readonly disposition: Disposition | undefined;
}

type AnnouncedLine = Pick<ReturnLine, 'line' | 'itemNo' | 'expected'>;

/** A line of a return with its findings. */
interface FoundLine extends AnnouncedLine {
  readonly found: readonly Found[];
}

/**
 * Findings per line: as announced and good, unless the request has lines for the item. Those are spread over the item's
 * announced lines, filling each before the next; units beyond the announced quantity are found on the last line.
 */
export function planInspectionFindings(
  lines: readonly AnnouncedLine[],
  asked: readonly SimulatedReturnLine[] | undefined,
): readonly FoundLine[] {
  const found = new Map<number, Found[]>(lines.map(({ line }) => [line, []]));
  for (const [itemNo, own] of Map.groupBy(lines, (line) => line.itemNo)) {
    const requested = asked?.filter((each) => each.itemNo === itemNo) ?? [];
    const openUnits = new Map(own.map(({ line, expected }) => [line, expected]));
    const good = own.map(({ expected }) => ({
      quantity: expected,
      status: goodReturnInventoryStatus,
      disposition: undefined,
    }));
    for (const { quantity, status, disposition } of requested.length === 0 ? good : requested.map(asFound)) {
      let rest = quantity;
      for (const { line } of own) {
        const units = line === own.at(-1)?.line ? rest : Math.min(rest, openUnits.get(line) ?? 0);
        if (units === 0) continue;
        rest -= units;
        openUnits.set(line, (openUnits.get(line) ?? 0) - units);
        found.get(line)?.push({ quantity: units, status, disposition });
      }
    }
  }
  return lines.map((line) => ({ ...line, found: found.get(line.line) ?? [] }));
}

const asFound = ({ quantity, found, status, disposition }: SimulatedReturnLine): Found => ({
  quantity: found ?? quantity,
  status: status ?? goodReturnInventoryStatus,
  disposition,
});

/** The input of the inspection. */
export function toInspectedReturnLines(lines: readonly FoundLine[]): InspectedReturnLine[] {
  return lines.map(({ line, found }) => ({ line, found: found.map(({ quantity, status }) => ({ quantity, status })) }));
}

/** The dispositions requested for single lines, grouped by disposition. */
export function groupRequestedLineDispositions(lines: readonly FoundLine[]): LineDisposition[] {
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
