/**
 * What a carrier's event does to a package (decision 11, Carrier events). Pure and the only place of that rule: live
 * carriers, pushed events and the sandbox all go through `applyScan`.
 *
 * Invariants: within a leg the newest carrier time wins, ties by rank; a final status stays until a new leg begins; the
 * same event again changes nothing; an unknown event changes nothing and is reported.
 */

/** The statuses of a package (decision 11). */
export const packageStatuses = [
  'READY TO SHIP',
  'READY FOR PICKUP',
  'SHIPPED',
  'IN TRANSIT',
  'DELIVERED',
  'RETURNED',
  'DELIVERED TO SHIPPER',
  'DAMAGED',
  'EXCEPTION',
  'CANCELED',
] as const;
export type PackageStatus = (typeof packageStatuses)[number];

interface ScanCode {
  readonly status: PackageStatus;
  /** Of two events of one time, the higher one happened later. */
  readonly rank: number;
}

/** The events that a carrier may report, whatever its own codes are; an adapter translates into these. */
export const scanCodes = {
  LC: { status: 'READY TO SHIP', rank: 10 },
  PU: { status: 'IN TRANSIT', rank: 20 },
  IT: { status: 'IN TRANSIT', rank: 25 },
  DP: { status: 'IN TRANSIT', rank: 30 },
  AR: { status: 'IN TRANSIT', rank: 31 },
  DY: { status: 'IN TRANSIT', rank: 32 },
  OD: { status: 'IN TRANSIT', rank: 40 },
  DE: { status: 'EXCEPTION', rank: 50 },
  RP: { status: 'READY FOR PICKUP', rank: 55 },
  DM: { status: 'DAMAGED', rank: 60 },
  RS: { status: 'RETURNED', rank: 70 },
  RD: { status: 'DELIVERED TO SHIPPER', rank: 80 },
  DL: { status: 'DELIVERED', rank: 90 },
} as const satisfies Readonly<Record<string, ScanCode>>;
export type ScanCodeName = keyof typeof scanCodes;

const finalStatuses: ReadonlySet<PackageStatus> = new Set(['DELIVERED', 'DELIVERED TO SHIPPER', 'CANCELED']);

/** What a carrier reports about a package at one time and place. */
export interface Scan {
  /** 0 on the way out; each new leg, as a return, counts one more. */
  readonly leg: number;
  readonly at: Temporal.Instant;
  /** One of `scanCodes`; anything else is an unknown event. */
  readonly code: string;
  /** In words, for the recipient. */
  readonly message: string;
  /** `Memphis, TN`. */
  readonly location: string;
}

/** What is known of a package: the warehouse's status until a carrier speaks, then that of the scan that counts. */
export interface CarrierState {
  readonly leg: number;
  readonly status: PackageStatus;
  /** The scan that the status stands on; `undefined` before the first one of the leg. */
  readonly scan: Scan | undefined;
}

export interface ScanOutcome {
  /** `repeated`: this very scan is the one that counts; `late`: an older one, or after a final status. */
  readonly outcome: 'applied' | 'repeated' | 'late' | 'unknown';
  /** The new state where applied, else the given one. */
  readonly state: CarrierState;
}

/** True for a status that only a new leg ends. */
export function isFinal(status: PackageStatus): boolean {
  return finalStatuses.has(status);
}

/** The meaning of a scan code; `undefined` for an unknown one, which is an error to look at (decision 11). */
export function scanCode(code: string): ScanCode | undefined {
  return Object.hasOwn(scanCodes, code) ? scanCodes[code as ScanCodeName] : undefined;
}

/**
 * The state of a package after a scan (decision 11). The order in which the scans of a leg arrive does not matter: a
 * final scan that arrives late still ends the leg, because what came after it in carrier time could not have undone it.
 */
export function applyScan(current: CarrierState, scan: Scan): ScanOutcome {
  const meaning = scanCode(scan.code);
  if (!meaning) return { outcome: 'unknown', state: current };
  const applied: ScanOutcome = { outcome: 'applied', state: { leg: scan.leg, status: meaning.status, scan } };
  if (scan.leg !== current.leg) return scan.leg > current.leg ? applied : { outcome: 'late', state: current };
  if (current.scan && sameScan(current.scan, scan)) return { outcome: 'repeated', state: current };
  if (isFinal(current.status)) return { outcome: 'late', state: current };
  if (!current.scan || isFinal(meaning.status)) return applied;
  return compareScans(scan, current.scan) > 0 ? applied : { outcome: 'late', state: current };
}

function sameScan(a: Scan, b: Scan): boolean {
  return a.code === b.code && a.at.equals(b.at) && a.location === b.location;
}

// Scans that differ in place alone are ordered by it, so that any order of arrival ends alike.
function compareScans(a: Scan, b: Scan): number {
  const byTime = Temporal.Instant.compare(a.at, b.at);
  if (byTime !== 0) return byTime;
  const byRank = (scanCode(a.code)?.rank ?? 0) - (scanCode(b.code)?.rank ?? 0);
  if (byRank !== 0) return byRank;
  return a.location < b.location ? -1 : a.location > b.location ? 1 : 0;
}
