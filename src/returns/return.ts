/**
 * A return: its types and pure decisions. No I/O (decisions 9 and 21).
 *
 * EXPECTED when announced, RECEIVED at the warehouse, INSPECTING while only some lines are inspected, AWAITING DISPOSITION when all
 * are, CLOSED when every finding has a disposition, when nothing was found, or when it was canceled because it never arrived.
 * Invariants: no more units of an order and item are returned than were shipped; each finding is disposed of once, and posted
 * only then.
 */

import { formatCountWithNoun } from '../lib/text.ts';
import { unknownInventoryStatusFault } from '../operator-settings/index.ts';
import { type Fault, type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import {
  chooseReturnableUnits,
  type ItemQuantity,
  type ReturnableUnits,
  returnableUnitsOfItem,
  type ShippedUnits,
} from './remaining-units.ts';

/** The statuses of returns (decision 9). */
export const returnStatuses = ['EXPECTED', 'RECEIVED', 'INSPECTING', 'AWAITING DISPOSITION', 'CLOSED'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** What happens to returned units (interface: GetReturns). */
export const dispositions = ['Return to Winery', 'Reship', 'Return to Inventory'] as const;
export type Disposition = (typeof dispositions)[number];

/** The default inventory status of returned units in good condition. */
export const goodReturnInventoryStatus = 'RTGD-NO-TX';

/** The disposition of a finding. */
interface AppliedDisposition {
  readonly disposition: Disposition;
  /** The inventory status in which the units were posted. */
  readonly postedStatus: string;
  /** The sales order of a `Reship`; absent for other dispositions. */
  readonly reshipOrderId?: string;
}

/** Units of a line found in one condition. */
export interface ReturnFinding {
  readonly line: number;
  /** From 1 within the line. */
  readonly finding: number;
  /** In units of the item; at least 1. */
  readonly quantity: number;
  /** The condition, as an inventory status. */
  readonly status: string;
  readonly disposed?: AppliedDisposition;
}

export interface ReturnLine {
  /** From 1. */
  readonly line: number;
  /** An item has one line for each inventory status from which it was shipped. */
  readonly itemNo: string;
  readonly description: string;
  readonly uom: string;
  /** The inventory status from which it had been shipped. */
  readonly shippedStatus: string;
  /** As announced, in units of the item. */
  readonly expected: number;
  /** When true, `findings` are the units that arrived; empty when none did. */
  readonly inspected: boolean;
  readonly findings: readonly ReturnFinding[];
}

export interface OrderReturn {
  readonly customerNo: string;
  /** The reference under which it was announced. */
  readonly returnId: string;
  readonly rmaNumber: string;
  readonly orderId: string;
  readonly orderNo: string;
  readonly warehouse: string;
  readonly status: ReturnStatus;
  /** Of the packages that delivered the units. */
  readonly trackingNos: readonly string[];
  readonly carrier: string;
  readonly service: string;
  /** On the customer's clock, like the other times. */
  readonly announcedAt: Temporal.Instant;
  readonly receivedAt: Temporal.Instant | undefined;
  readonly closedAt: Temporal.Instant | undefined;
  readonly lines: readonly ReturnLine[];
}

/** Returned units of a line: announced ones until it is inspected, then found ones. */
export function computeAnnouncedOrFoundUnits(line: Pick<ReturnLine, 'inspected' | 'expected' | 'findings'>): number {
  return line.inspected ? line.findings.reduce((sum, { quantity }) => sum + quantity, 0) : line.expected;
}

/** An order with its units that can be returned. */
interface ReturnableOrder {
  readonly orderNo: string;
  readonly status: string;
  readonly remaining: ReturnableUnits;
}

/**
 * The units that an announcement returns, with the inventory statuses from which they were shipped: `asked` summed by item,
 * else all remaining units. Refusals, in order of precedence: `StateForbids` (not shipped, or no units remain), then the faults
 * `NotShipped` and `MoreThanShipped` of lines.
 */
export function decideReturnAnnouncement(
  { orderNo, status, remaining }: ReturnableOrder,
  asked: readonly ItemQuantity[] | undefined,
): Outcome<ShippedUnits[]> {
  if (status !== 'SHIPPED') {
    return refuseState(status, `Order ${orderNo} cannot be returned: its status is ${status}.`);
  }
  const allUnits = [...remaining.keys()].flatMap((itemNo) =>
    chooseReturnableUnits(remaining, { itemNo, quantity: returnableUnitsOfItem(remaining, itemNo) ?? 0 }),
  );
  if (allUnits.length === 0) {
    const why =
      remaining.size === 0
        ? 'no units were shipped'
        : 'all shipped units are in returns already, which GetReturns lists, or were reported lost';
    return refuseState(status, `Order ${orderNo} cannot be returned: ${why} (status ${status}).`);
  }
  if (asked === undefined || asked.length === 0) return { ok: allUnits };
  const faults: Fault[] = [];
  const sums = new Map<string, number>();
  for (const [index, { itemNo, quantity }] of asked.entries()) {
    const available = returnableUnitsOfItem(remaining, itemNo);
    const sum = (sums.get(itemNo) ?? 0) + quantity;
    sums.set(itemNo, sum);
    if (available === undefined) {
      const message = `${JSON.stringify(itemNo)} was not shipped with order ${orderNo}`;
      faults.push({ field: `Lines[${index}].ItemNo`, code: 'NotShipped', message });
    } else if (sum > available) {
      const message = `is more than was shipped and has not been returned: ${available} of ${itemNo}`;
      faults.push({ field: `Lines[${index}].ItemQuantity`, code: 'MoreThanShipped', message });
    }
  }
  if (faults.length > 0) return refuseFaults(faults);
  return { ok: [...sums].flatMap(([itemNo, quantity]) => chooseReturnableUnits(remaining, { itemNo, quantity })) };
}

function returnStateForbids({ rmaNumber, status }: OrderReturn, verb: string): Outcome<never> {
  return refuseState(status, `Return ${rmaNumber} cannot be ${verb}: its status is ${status}.`);
}

/** The return after its receipt. `StateForbids` unless EXPECTED. */
export function decideReturnReceipt(
  expected: OrderReturn,
  warehouse: string,
  at: Temporal.Instant,
): Outcome<OrderReturn> {
  if (expected.status !== 'EXPECTED') return returnStateForbids(expected, 'received');
  return { ok: { ...expected, status: 'RECEIVED', warehouse, receivedAt: at } };
}

/** The return after its cancellation: CLOSED without findings. `StateForbids` unless EXPECTED. */
export function decideReturnCancellation(expected: OrderReturn, at: Temporal.Instant): Outcome<OrderReturn> {
  if (expected.status !== 'EXPECTED') return returnStateForbids(expected, 'canceled');
  const lines = expected.lines.map((line): ReturnLine => ({ ...line, inspected: true, findings: [] }));
  return { ok: { ...expected, status: 'CLOSED', closedAt: at, lines } };
}

/** The result of inspecting a line; an empty list when no units arrived. */
export interface InspectedReturnLine {
  readonly line: number;
  readonly found: readonly { readonly quantity: number; readonly status: string }[];
}

interface ReturnInspectionLimits {
  /** Shipped units that are in no other return, and on no line of this one but those that are inspected now. */
  readonly remaining: ReturnableUnits;
  /** The inventory statuses that the customer may name. */
  readonly statuses: ReadonlySet<string>;
}

/**
 * The return after some of its lines were inspected; CLOSED when all are and nothing was found. Refusals, in order of
 * precedence: `StateForbids` (its state; a line that was inspected before), then the faults `UnknownLine`,
 * `UnknownStatus` and `MoreThanShipped`.
 */
export function decideReturnInspection(
  received: OrderReturn,
  inspected: readonly InspectedReturnLine[],
  { remaining, statuses }: ReturnInspectionLimits,
  at: Temporal.Instant,
): Outcome<OrderReturn> {
  if (received.status !== 'RECEIVED' && received.status !== 'INSPECTING')
    return returnStateForbids(received, 'inspected');
  const byLine = new Map(received.lines.map((line) => [line.line, line]));
  const twice = inspected.find(({ line }) => byLine.get(line)?.inspected === true);
  if (twice !== undefined) {
    return refuseState(received.status, `Line ${twice.line} of return ${received.rmaNumber} is inspected already.`);
  }
  const sums = new Map<string, number>();
  const faults = inspected.flatMap(({ line, found }, index) => {
    const field = `Lines[${index}]`;
    const known = byLine.get(line);
    if (known === undefined) return [{ field, code: 'UnknownLine', message: `is not a line of ${received.rmaNumber}` }];
    const unknown = found.find(({ status }) => !statuses.has(status));
    if (unknown !== undefined) {
      return [unknownInventoryStatusFault(field, unknown.status)];
    }
    const units = found.reduce((sum, { quantity }) => sum + quantity, sums.get(known.itemNo) ?? 0);
    sums.set(known.itemNo, units);
    const possible = returnableUnitsOfItem(remaining, known.itemNo) ?? 0;
    if (units <= possible) return [];
    const message = `is more than was shipped and has not been returned: ${possible} of ${known.itemNo}`;
    return [{ field, code: 'MoreThanShipped', message }];
  });
  if (faults.length > 0) return refuseFaults(faults);
  const foundOn = new Map(inspected.map(({ line, found }) => [line, found]));
  const lines = received.lines.map((line): ReturnLine => {
    const found = foundOn.get(line.line)?.filter(({ quantity }) => quantity > 0);
    if (found === undefined) return line;
    return {
      ...line,
      inspected: true,
      findings: found.map((each, index) => ({ ...each, line: line.line, finding: index + 1 })),
    };
  });
  return { ok: withStatusFromLines({ ...received, lines }, at) };
}

/** Sets the status of a received return by its lines. */
function withStatusFromLines(arrived: OrderReturn, at: Temporal.Instant): OrderReturn {
  if (!arrived.lines.every((line) => line.inspected)) return { ...arrived, status: 'INSPECTING' };
  const open = arrived.lines.some((line) => line.findings.some((finding) => finding.disposed === undefined));
  if (open) return { ...arrived, status: 'AWAITING DISPOSITION' };
  return { ...arrived, status: 'CLOSED', closedAt: at };
}

export interface RequestedDisposition {
  readonly disposition: Disposition;
  /** The inventory status to post; absent: as inspected, and for `Reship` of undamaged units one that the new order draws. */
  readonly inventoryStatus: string | undefined;
  /** Absent: all findings without a disposition. */
  readonly lines: readonly ReturnFindingSelector[] | undefined;
}

/**
 * Selects the findings of an item to which a disposition applies: all, those of one line, or one; or a number of their
 * units.
 */
export interface ReturnFindingSelector {
  readonly itemNo: string;
  /** Absent: on all lines of the item. */
  readonly line?: number;
  /** From 1 within the line, in the order of the inspection. */
  readonly finding?: number;
  /** Units, from the first findings on; absent: all of them. */
  readonly quantity?: number;
}

/** A finding with its new disposition. */
export interface DisposedFinding extends ReturnFinding {
  readonly itemNo: string;
  readonly shippedStatus: string;
  readonly disposed: AppliedDisposition;
}

interface ReturnDisposalContext {
  readonly isDamaged: (status: string) => boolean;
  readonly reshipOrderId: string;
  readonly reshipStatusOf: (line: Pick<ReturnLine, 'itemNo' | 'shippedStatus'>) => string;
}

/**
 * The return after a disposition, and the findings that got it. A finding of which only some units get it is split: the
 * rest is a new finding, in `split`. `isDamaged` says whether an inventory status means damage;
 * `reshipOrderId` is the id of the order that `Reship` places, and `reshipStatusOf` the status in which it draws the undamaged units
 * of an item that were shipped from a status. Refusals, in order of precedence: `StateForbids` unless AWAITING
 * DISPOSITION; the faults `UnknownLine` and `TooMany`; `StateForbids` when `lines` selects no units without a disposition.
 */
export function decideReturnDisposition(
  awaiting: OrderReturn,
  { disposition, inventoryStatus, lines }: RequestedDisposition,
  { isDamaged, reshipOrderId, reshipStatusOf }: ReturnDisposalContext,
  at: Temporal.Instant,
): Outcome<{
  readonly after: OrderReturn;
  readonly disposed: readonly DisposedFinding[];
  readonly split: readonly ReturnFinding[];
}> {
  if (awaiting.status !== 'AWAITING DISPOSITION') return returnStateForbids(awaiting, 'disposed of');
  const faults = (lines ?? []).flatMap(({ itemNo }, index) => {
    if (awaiting.lines.some((known) => known.itemNo === itemNo)) return [];
    const message = `${JSON.stringify(itemNo)} is not an item of ${awaiting.rmaNumber}`;
    return [{ field: `Lines[${index}].ItemNo`, code: 'UnknownLine', message }];
  });
  if (faults.length > 0) return refuseFaults(faults);
  const disposed: DisposedFinding[] = [];
  const split: ReturnFinding[] = [];
  const open = lines?.map((target) => ({ ...target, units: target.quantity ?? Number.POSITIVE_INFINITY }));
  const after = awaiting.lines.map((line): ReturnLine => {
    const rests: ReturnFinding[] = [];
    const findings = line.findings.map((found): ReturnFinding => {
      const units = found.disposed === undefined ? takeTargeted(open, line.itemNo, found) : 0;
      if (units === 0) return found;
      const finding = { ...found, quantity: units };
      if (units < found.quantity) {
        const number = line.findings.length + rests.length + 1;
        rests.push({ ...found, finding: number, quantity: found.quantity - units });
      }
      const asFound = disposition === 'Reship' && !isDamaged(finding.status) ? reshipStatusOf(line) : finding.status;
      const postedStatus = inventoryStatus ?? asFound;
      const done = { disposition, postedStatus, ...(disposition === 'Reship' ? { reshipOrderId } : {}) };
      disposed.push({ ...finding, itemNo: line.itemNo, shippedStatus: line.shippedStatus, disposed: done });
      return { ...finding, disposed: done };
    });
    split.push(...rests);
    return { ...line, findings: [...findings, ...rests] };
  });
  const excess = (open ?? []).flatMap(({ itemNo, quantity, units }, index) => {
    if (quantity === undefined || units === 0) return [];
    const undecided = quantity - units;
    const have = undecided === 1 ? 'has' : 'have';
    const message = `is ${quantity}, but only ${formatCountWithNoun(undecided, 'unit')} of ${itemNo} ${have} no disposition`;
    return [{ field: `Lines[${index}].Quantity`, code: 'TooMany', message }];
  });
  if (excess.length > 0) return refuseFaults(excess);
  if (disposed.length === 0) {
    const reason = `Return ${awaiting.rmaNumber} cannot be disposed of as asked: none of the units that the request names is without a disposition.`;
    return refuseState(awaiting.status, reason);
  }
  return { ok: { after: withStatusFromLines({ ...awaiting, lines: after }, at), disposed, split } };
}

/** Units of a finding that the targets cover. Subtracts them from the `units` of the targets. */
function takeTargeted(
  targets: (ReturnFindingSelector & { units: number })[] | undefined,
  itemNo: string,
  { line, finding, quantity }: ReturnFinding,
): number {
  if (targets === undefined) return quantity;
  let taken = 0;
  for (const target of targets) {
    if (target.itemNo !== itemNo || (target.line ?? line) !== line || (target.finding ?? finding) !== finding) continue;
    const units = Math.min(target.units, quantity - taken);
    target.units -= units;
    taken += units;
  }
  return taken;
}

/** The disposition that all findings share; undefined when there is none or they differ. */
export function sharedDispositionOfFindings(lines: readonly ReturnLine[]): Disposition | undefined {
  const findings = lines.flatMap((line) => line.findings);
  const given = new Set(findings.map((finding) => finding.disposed?.disposition));
  return given.size === 1 ? [...given][0] : undefined;
}

/** The order's own warehouse where it takes returns, else the first of `nearest` that does. */
export function chooseReturnWarehouse(
  own: string,
  nearest: readonly string[],
  acceptsReturns: (warehouse: string) => boolean,
): string | undefined {
  return [own, ...nearest].find(acceptsReturns);
}
