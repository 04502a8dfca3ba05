/**
 * A package: its types and pure decisions. No I/O.
 *
 * A package belongs to one order, leaves one warehouse and keeps its number for good. What a carrier's event does to its
 * status is `applyScan`'s alone (decision 11).
 */
import { applyScan, isFinal, type PackageStatus, type Scan, type ScanOutcome } from '../carriers/index.ts';

/** What is in a package, of one line of its order. */
export interface PackageItem {
  readonly line: number;
  readonly itemNo: string;
  readonly description: string;
  /** Of the stock that it was taken from. */
  readonly status: string;
  /** In units of the item. */
  readonly units: number;
  readonly externalLineNumber?: string;
  readonly group?: string;
}

/** What of a package changes on its way, and what tells it apart. */
export interface PackageState {
  readonly customerNo: string;
  readonly packageId: string;
  readonly orderId: string;
  /** From 1 within the order. */
  readonly packageNo: number;
  /** Chosen: never BSW. */
  readonly carrier: string;
  /** 0 on the way out; each return begins one more. */
  readonly leg: number;
  readonly status: PackageStatus;
  /** The day on which it left. */
  readonly shipDate: Temporal.PlainDate | undefined;
  /** Known for FEX and UPS only (interface: Tracking record). */
  readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
  /** The carrier's event that the status stands on. */
  readonly scan: Scan | undefined;
  readonly lastActivityAt: Temporal.Instant;
  /** What has happened to it since it was read; absent: only the last activity. */
  readonly activity?: readonly Temporal.Instant[];
}

export interface Package extends PackageState {
  readonly service: string;
  /** '' for will call. */
  readonly trackingNo: string;
  /** Where it can be followed, as its carrier says; '' where there is no such page. */
  readonly trackingUrl: string;
  readonly warehouse: string;
  /** The day on which it is planned to leave. */
  readonly requestedShipDate: Temporal.PlainDate;
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
  readonly packedAt: Temporal.Instant;
  readonly items: readonly PackageItem[];
}

/** Whether it still counts: one that was packed anew or taken back stays behind, CANCELED. */
export function isLive({ status }: Pick<PackageState, 'status'>): boolean {
  return status !== 'CANCELED';
}

/** The highest number that packages of an order have had; 0 for none. */
export function lastPackageNo(packages: readonly Pick<PackageState, 'packageNo'>[]): number {
  return packages.reduce((most, { packageNo }) => Math.max(most, packageNo), 0);
}

/** Carriers that publish an estimate (interface: Tracking record, EstimatedDeliveryDate). */
export function hasEstimates(carrier: string): boolean {
  return carrier === 'FEX' || carrier === 'UPS';
}

/** A carrier's event about a package, as the warehouse takes it in. */
export interface PackageScan {
  readonly packageId: string;
  readonly scan: Scan;
  /** The estimate that the carrier published with it. */
  readonly estimatedDeliveryDate?: Temporal.PlainDate;
}

/** The package after it was handed to its carrier, or to the recipient who came for it. */
export function withDeparture(packed: Package, at: Temporal.Instant, day: Temporal.PlainDate): Package {
  return { ...packed, status: 'SHIPPED', shipDate: day, ...withActivity(packed, at) };
}

/** What a carrier's event did to a package; `estimated`: it is known already, but its estimate is another. */
export type PackageScanOutcome = ScanOutcome['outcome'] | 'estimated';

/**
 * The package after a carrier's event that was taken in at `at`; the very same object when the event changes nothing. The
 * event's own time decides about the status, the time at which it became known is the package's activity: whoever asks for
 * what happened since misses no event that comes late (interface: Tracking/GetPackages).
 */
export function applyScanToPackage<State extends PackageState>(
  current: State,
  { scan, estimatedDeliveryDate }: Omit<PackageScan, 'packageId'>,
  at: Temporal.Instant,
): { readonly package: State; readonly outcome: PackageScanOutcome } {
  const { outcome, state } = applyScan(current, scan);
  const published = hasEstimates(current.carrier) ? estimatedDeliveryDate : undefined;
  const estimate = published ?? current.estimatedDeliveryDate;
  if (outcome === 'applied') {
    return {
      outcome,
      package: { ...current, ...state, estimatedDeliveryDate: estimate, ...withActivity(current, at) },
    };
  }
  // The carrier has thought again since its last event.
  const isNews =
    outcome === 'repeated' && !isFinal(current.status) && !sameDay(estimate, current.estimatedDeliveryDate);
  if (!isNews) return { package: current, outcome };
  return {
    outcome: 'estimated',
    package: { ...current, estimatedDeliveryDate: estimate, ...withActivity(current, at) },
  };
}

/** Something has happened, never before what happened last. */
function withActivity({ lastActivityAt, activity = [] }: PackageState, at: Temporal.Instant) {
  const when = Temporal.Instant.compare(at, lastActivityAt) > 0 ? at : lastActivityAt;
  return { lastActivityAt: when, activity: [...activity, when] };
}

function sameDay(a: Temporal.PlainDate | undefined, b: Temporal.PlainDate | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}
