/**
 * A return: its types and pure decisions. No I/O (decisions 9, 10, 11).
 *
 * EXPECTED when announced, RECEIVED at the warehouse, INSPECTING while some lines are looked at, AWAITING DISPOSITION
 * when all are, CLOSED when everything found has its disposition, or when it was given up because it never arrived.
 * Invariants: per order and item never more units come back than were shipped; what was found is disposed of exactly once;
 * nothing is posted to the ledger before that.
 */
import { type Fault, type Outcome, refuse, refuseFaults } from '../platform/errors.ts';
import {
  type ItemQuantity,
  type RemainingUnits,
  remainingUnitsOf,
  type ShippedUnits,
  takeFromStatuses,
} from './remaining-units.ts';

/** Decision 9. */
export const returnStatuses = ['EXPECTED', 'RECEIVED', 'INSPECTING', 'AWAITING DISPOSITION', 'CLOSED'] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** What is done with what came back (interface: GetReturns). */
export const dispositions = ['Return to Winery', 'Reship', 'Return to Inventory'] as const;
export type Disposition = (typeof dispositions)[number];

/** Found in good condition, unless said otherwise. */
export const goodReturnStatus = 'RTGD-NO-TX';

/** What became of something found. */
export interface AppliedDisposition {
  readonly disposition: Disposition;
  /** The inventory status in which it was posted. */
  readonly postedStatus: string;
  /** The sales order that sends it out again; with `Reship`, and only then. */
  readonly reshipOrderId?: string;
}

/** Units of a line that were found in one condition. */
export interface Finding {
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
  /** Each item stands on one line for each status from which it had been shipped. */
  readonly itemNo: string;
  readonly description: string;
  readonly uom: string;
  /** The inventory status from which it had been shipped. */
  readonly shippedStatus: string;
  /** As announced, in units of the item. */
  readonly expected: number;
  /** From then on `findings` tell what really came; there may be none. So it is also where nothing arrived. */
  readonly inspected: boolean;
  readonly findings: readonly Finding[];
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
  /** Of the packages that come back, as they went out. */
  readonly trackingNos: readonly string[];
  readonly carrier: string;
  readonly service: string;
  /** On the customer's clock, as all its times. */
  readonly announcedAt: Temporal.Instant;
  readonly receivedAt: Temporal.Instant | undefined;
  readonly closedAt: Temporal.Instant | undefined;
  readonly lines: readonly ReturnLine[];
}

/** How many units of a line are no longer with the recipient: as announced, and once inspected as found. */
export function returnedUnits(line: Pick<ReturnLine, 'inspected' | 'expected' | 'findings'>): number {
  return line.inspected ? line.findings.reduce((sum, { quantity }) => sum + quantity, 0) : line.expected;
}

/** What of an order may be announced: the order and what of it was shipped and has not come back. */
export interface Returnable {
  readonly orderNo: string;
  readonly status: string;
  readonly remaining: RemainingUnits;
}

/**
 * What an announcement brings back: `asked` added up by item, or everything that is left, and from which statuses it had
 * been shipped. Refusals, in order of precedence: `StateForbids` (not shipped, nothing left), then the faults `NotShipped`
 * and `MoreThanShipped` of lines.
 */
export function decideAnnouncement(
  { orderNo, status, remaining }: Returnable,
  asked: readonly ItemQuantity[] | undefined,
): Outcome<ShippedUnits[]> {
  if (status !== 'SHIPPED') {
    return refuse(
      'StateForbids',
      `order ${orderNo} has not shipped (its state is ${status}): nothing of it can return`,
    );
  }
  const all = [...remaining.keys()].flatMap((itemNo) =>
    takeFromStatuses(remaining, { itemNo, quantity: remainingUnitsOf(remaining, itemNo) ?? 0 }),
  );
  if (all.length === 0) {
    const why = remaining.size === 0 ? 'nothing of it was shipped' : 'all that was shipped is returned already';
    return refuse('StateForbids', `nothing of order ${orderNo} can return: ${why} (its state is ${status})`);
  }
  if (asked === undefined || asked.length === 0) return { done: all };
  const faults: Fault[] = [];
  const sums = new Map<string, number>();
  for (const [index, { itemNo, quantity }] of asked.entries()) {
    const available = remainingUnitsOf(remaining, itemNo);
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
  return { done: [...sums].flatMap(([itemNo, quantity]) => takeFromStatuses(remaining, { itemNo, quantity })) };
}

function returnStateForbids({ rmaNumber, status }: OrderReturn, verb: string): Outcome<never> {
  return refuse('StateForbids', `return ${rmaNumber} cannot be ${verb}: its state is ${status}`);
}

/** The return after it has arrived. 403 `StateForbids` unless EXPECTED. */
export function decideReceipt(expected: OrderReturn, warehouse: string, at: Temporal.Instant): Outcome<OrderReturn> {
  if (expected.status !== 'EXPECTED') return returnStateForbids(expected, 'received');
  return { done: { ...expected, status: 'RECEIVED', warehouse, receivedAt: at } };
}

/** The return after it was given up: nothing of it came. 403 `StateForbids` unless EXPECTED. */
export function decideCancellation(expected: OrderReturn, at: Temporal.Instant): Outcome<OrderReturn> {
  if (expected.status !== 'EXPECTED') return returnStateForbids(expected, 'canceled');
  const lines = expected.lines.map((line): ReturnLine => ({ ...line, inspected: true, findings: [] }));
  return { done: { ...expected, status: 'CLOSED', closedAt: at, lines } };
}

/** What the inspection of a line found; nothing at all is an empty list. */
export interface InspectedLine {
  readonly line: number;
  readonly found: readonly { readonly quantity: number; readonly status: string }[];
}

/** What an inspection is judged by. */
export interface InspectionLimits {
  /** What was shipped and is in no other return, nor on another line of this one. */
  readonly remaining: RemainingUnits;
  /** The inventory statuses that the customer may name. */
  readonly statuses: ReadonlySet<string>;
}

/**
 * The return after some of its lines were inspected; CLOSED at once when nothing at all was found. Refusals, in order of
 * precedence: `StateForbids` (its state; a line that was inspected before), then the faults `UnknownLine`,
 * `UnknownStatus` and `MoreThanShipped`.
 */
export function decideInspection(
  received: OrderReturn,
  inspected: readonly InspectedLine[],
  { remaining, statuses }: InspectionLimits,
  at: Temporal.Instant,
): Outcome<OrderReturn> {
  if (received.status !== 'RECEIVED' && received.status !== 'INSPECTING')
    return returnStateForbids(received, 'inspected');
  const byLine = new Map(received.lines.map((line) => [line.line, line]));
  const twice = inspected.find(({ line }) => byLine.get(line)?.inspected === true);
  if (twice !== undefined) {
    return refuse('StateForbids', `line ${twice.line} of return ${received.rmaNumber} was inspected before`);
  }
  const sums = new Map<string, number>();
  const faults = inspected.flatMap(({ line, found }, index) => {
    const field = `Lines[${index}]`;
    const known = byLine.get(line);
    if (known === undefined) return [{ field, code: 'UnknownLine', message: `is not a line of ${received.rmaNumber}` }];
    const unknown = found.find(({ status }) => !statuses.has(status));
    if (unknown !== undefined) {
      return [
        { field, code: 'UnknownStatus', message: `${JSON.stringify(unknown.status)} is not an inventory status` },
      ];
    }
    const units = found.reduce((sum, { quantity }) => sum + quantity, sums.get(known.itemNo) ?? 0);
    sums.set(known.itemNo, units);
    const possible = remainingUnitsOf(remaining, known.itemNo) ?? 0;
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
  return { done: withStatusFromLines({ ...received, lines }, at) };
}

/** The status that the lines give a return that has arrived. */
function withStatusFromLines(arrived: OrderReturn, at: Temporal.Instant): OrderReturn {
  if (!arrived.lines.every((line) => line.inspected)) return { ...arrived, status: 'INSPECTING' };
  const open = arrived.lines.some((line) => line.findings.some((finding) => finding.disposed === undefined));
  if (open) return { ...arrived, status: 'AWAITING DISPOSITION' };
  return { ...arrived, status: 'CLOSED', closedAt: at };
}

/** What is to be done with what came back. */
export interface DispositionRequest {
  readonly disposition: Disposition;
  /** In which inventory status it is posted; absent: as inspected, for `Reship` where it is good as it was shipped. */
  readonly inventoryStatus: string | undefined;
  /** Of what; absent: of all that has none yet. */
  readonly lines: readonly DispositionTarget[] | undefined;
}

/** What was found of an item: all of it, or in one condition. */
export interface DispositionTarget {
  readonly itemNo: string;
  /** Absent: on all lines of the item. */
  readonly line?: number;
  /** From 1 within the line, in the order in which the inspection told them. */
  readonly finding?: number;
}

/** Something found that gets its disposition now. */
export interface DisposedFinding extends Finding {
  readonly itemNo: string;
  readonly shippedStatus: string;
  readonly disposed: AppliedDisposition;
}

/**
 * The return after a disposition, and what was disposed of. `isDamaged` tells of an inventory status whether it means
 * damage; `reshipOrderId` is the id that the order made by a `Reship` will have. Refusals, in order of precedence:
 * `StateForbids` unless AWAITING DISPOSITION, or when a line has its disposition already; the fault `UnknownLine`.
 */
export function decideDisposal(
  awaiting: OrderReturn,
  { disposition, inventoryStatus, lines }: DispositionRequest,
  { isDamaged, reshipOrderId }: { readonly isDamaged: (status: string) => boolean; readonly reshipOrderId: string },
  at: Temporal.Instant,
): Outcome<{ readonly after: OrderReturn; readonly disposed: readonly DisposedFinding[] }> {
  if (awaiting.status !== 'AWAITING DISPOSITION') return returnStateForbids(awaiting, 'disposed of');
  const faults = (lines ?? []).flatMap(({ itemNo }, index) => {
    if (awaiting.lines.some((known) => known.itemNo === itemNo)) return [];
    const message = `${JSON.stringify(itemNo)} is not an item of ${awaiting.rmaNumber}`;
    return [{ field: `Lines[${index}].ItemNo`, code: 'UnknownLine', message }];
  });
  if (faults.length > 0) return refuseFaults(faults);
  const disposed: DisposedFinding[] = [];
  const after = awaiting.lines.map((line): ReturnLine => {
    const findings = line.findings.map((finding): Finding => {
      if (finding.disposed !== undefined || !isTargeted(lines, line.itemNo, finding)) return finding;
      const asFound = disposition === 'Reship' && !isDamaged(finding.status) ? line.shippedStatus : finding.status;
      const postedStatus = inventoryStatus ?? asFound;
      const done = { disposition, postedStatus, ...(disposition === 'Reship' ? { reshipOrderId } : {}) };
      disposed.push({ ...finding, itemNo: line.itemNo, shippedStatus: line.shippedStatus, disposed: done });
      return { ...finding, disposed: done };
    });
    return { ...line, findings };
  });
  if (disposed.length === 0) {
    return refuse('StateForbids', `return ${awaiting.rmaNumber} has nothing there that still awaits its disposition`);
  }
  return { done: { after: withStatusFromLines({ ...awaiting, lines: after }, at), disposed } };
}

const isTargeted = (
  parts: readonly DispositionTarget[] | undefined,
  itemNo: string,
  { line, finding }: Finding,
): boolean =>
  parts === undefined ||
  parts.some((part) => part.itemNo === itemNo && (part.line ?? line) === line && (part.finding ?? finding) === finding);

/** The disposition of the whole return; undefined while there is none, or where its lines differ. */
export function dispositionOf(lines: readonly ReturnLine[]): Disposition | undefined {
  const findings = lines.flatMap((line) => line.findings);
  const given = new Set(findings.map((finding) => finding.disposed?.disposition));
  return given.size === 1 ? [...given][0] : undefined;
}

/** The order's own warehouse where it takes returns, else the first of `nearest` that does. */
export function returnWarehouse(
  own: string,
  nearest: readonly string[],
  acceptsReturns: (warehouse: string) => boolean,
): string | undefined {
  return [own, ...nearest].find(acceptsReturns);
}
