/**
 * Package status by carrier scans (decision 11, Carrier events). Pure, and the only place of this rule: webhooks and
 * the sandbox both use `carrierStateAfterScan`.
 *
 * Invariants: within a leg the scan with the newest carrier time wins, ties by rank, except that the first scan with a
 * final status wins whatever its time; a final status is kept until a new leg begins; a repeated scan changes nothing; an
 * unknown scan changes nothing and is reported.
 */

/** The statuses of a package (decision 11). */
const packageStatuses = [
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
  /** Of two scans of the same time, the higher rank happened later. */
  readonly rank: number;
}

/** All scan codes; gateways translate the carrier's own codes into these. */
export const carrierScanCodes = {
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
export type ScanCodeName = keyof typeof carrierScanCodes;

const finalStatuses: ReadonlySet<PackageStatus> = new Set(['DELIVERED', 'DELIVERED TO SHIPPER', 'CANCELED']);

/** A carrier's report about a package at one time and place. */
export interface CarrierScan {
  /**
   * 0 for the delivery, also when the carrier returns the package to the shipper; an announced return adds 1. Only
   * simulated carriers have announced returns.
   */
  readonly leg: number;
  readonly at: Temporal.Instant;
  /** One of `carrierScanCodes`; anything else is an unknown event. */
  readonly code: string;
  /** Message for the recipient. */
  readonly message: string;
  /** `Memphis, TN`. */
  readonly location: string;
}

/** A package's status and the scan it is based on; before the first scan, the warehouse's status. */
export interface PackageCarrierState {
  readonly leg: number;
  readonly status: PackageStatus;
  /** The scan that determines the status; undefined before the first scan of the leg. */
  readonly scan: CarrierScan | undefined;
}

export interface CarrierScanResult {
  /** `repeated`: this scan is already the current one; `stale`: of an earlier leg, older than the current one, or after a final status. */
  readonly outcome: 'applied' | 'repeated' | 'stale' | 'unknown';
  /** The new state when applied, else the given one. */
  readonly state: PackageCarrierState;
}

/** Whether only a new leg ends the status. */
export function isFinalPackageStatus(status: PackageStatus): boolean {
  return finalStatuses.has(status);
}

/** Status and rank of a scan code; undefined for an unknown code, which is reported as an error (decision 11). */
export function meaningOfScanCode(code: string): ScanCode | undefined {
  return Object.hasOwn(carrierScanCodes, code) ? carrierScanCodes[code as ScanCodeName] : undefined;
}

/**
 * The state of a package after a scan (decision 11). The result does not depend on the order in which the scans of a
 * leg arrive: a final scan ends the leg even if it arrives after newer scans. Only of two final scans of a leg, the first to
 * arrive stays.
 */
export function carrierStateAfterScan(current: PackageCarrierState, scan: CarrierScan): CarrierScanResult {
  const meaning = meaningOfScanCode(scan.code);
  if (!meaning) return { outcome: 'unknown', state: current };
  const applied: CarrierScanResult = { outcome: 'applied', state: { leg: scan.leg, status: meaning.status, scan } };
  if (scan.leg !== current.leg) return scan.leg > current.leg ? applied : { outcome: 'stale', state: current };
  if (current.scan && sameScan(current.scan, scan)) return { outcome: 'repeated', state: current };
  if (isFinalPackageStatus(current.status)) return { outcome: 'stale', state: current };
  if (!current.scan || isFinalPackageStatus(meaning.status)) return applied;
  return compareScans(scan, current.scan) > 0 ? applied : { outcome: 'stale', state: current };
}

function sameScan(a: CarrierScan, b: CarrierScan): boolean {
  return a.code === b.code && a.at.equals(b.at) && a.location === b.location;
}

// Scans that differ only in location are ordered by it, so that the order of arrival does not matter.
function compareScans(a: CarrierScan, b: CarrierScan): number {
  const byTime = Temporal.Instant.compare(a.at, b.at);
  if (byTime !== 0) return byTime;
  const byRank = (meaningOfScanCode(a.code)?.rank ?? 0) - (meaningOfScanCode(b.code)?.rank ?? 0);
  if (byRank !== 0) return byRank;
  return a.location < b.location ? -1 : a.location > b.location ? 1 : 0;
}
