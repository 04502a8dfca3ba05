/** The units of an order that ship: those of packable lines whose stock did not disappear while it was processed (decisions 10, 11). Pure. */
import { matchEarlierLines } from '../documents/index.ts';
import type { ShortPick } from '../inventory/index.ts';
import type { OrderLine, OrderType } from './order.ts';

/**
 * Whether the units of a line leave with the packages of its order: those in the operator's storage and, on a JIT order, those in the
 * customer's, because the customer brings the bottles of that order (decision 11). Virtual items never do.
 */
export const isPackableLine = (orderType: OrderType, { storage }: Pick<OrderLine, 'storage'>): boolean =>
  storage === 'service' || (storage === 'client' && orderType === 'JIT');

/** The units of a line without those that were picked short. */
export function computeLineUnitsToShip({ units, shortUnits = 0 }: Pick<OrderLine, 'units' | 'shortUnits'>): number {
  return units - shortUnits;
}

/**
 * The lines without the units that were picked short. Of several lines with the same item and status the last is shortened
 * first.
 * @throws Error when more units are short than the lines ship
 */
export function subtractShortPicks(lines: readonly OrderLine[], picks: readonly ShortPick[]): OrderLine[] {
  const missing = new Map<string, number>();
  for (const { itemNo, status, quantity } of picks) {
    const key = `${itemNo}\n${status}`;
    missing.set(key, (missing.get(key) ?? 0) + quantity);
  }
  const shortened = lines.toReversed().map((line) => {
    const key = `${line.itemNo}\n${line.status}`;
    const short = line.storage === 'service' ? Math.min(missing.get(key) ?? 0, computeLineUnitsToShip(line)) : 0;
    if (short === 0) return line;
    missing.set(key, (missing.get(key) ?? 0) - short);
    return { ...line, shortUnits: (line.shortUnits ?? 0) + short };
  });
  const unknown = [...missing].find(([, units]) => units > 0);
  if (unknown !== undefined) throw new Error(`${unknown[1]} units short that no line ships: ${unknown[0]}`);
  return shortened.reverse();
}

/** Whether any of the operator's stock is left to ship. */
export function hasUnitsToShip(lines: readonly OrderLine[]): boolean {
  return lines.some((line) => line.storage === 'service' && computeLineUnitsToShip(line) > 0);
}

/** A line whose units and status an update leaves as they are remains short by what was not found of it. Pure. */
export function keepShortUnits(lines: readonly OrderLine[], before: readonly OrderLine[]): readonly OrderLine[] {
  const earlier = matchEarlierLines(
    before,
    lines.map(({ itemNo }) => itemNo),
  );
  return lines.map((line, index) => {
    const current = earlier[index];
    if (current?.shortUnits === undefined || earlier.indexOf(current) !== index) return line;
    const isUnchanged = current.units === line.units && current.status === line.status;
    return isUnchanged ? { ...line, shortUnits: current.shortUnits } : line;
  });
}

export const hasShortUnits = (lines: readonly OrderLine[]): boolean => lines.some((line) => (line.shortUnits ?? 0) > 0);

/** The lines of an order that is to ship all units again. Pure. */
export const withoutShortUnits = (lines: readonly OrderLine[]): readonly OrderLine[] =>
  lines.map(({ shortUnits: _, ...line }) => line);
