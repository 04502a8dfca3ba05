/**
 * Packages: types and pure decisions.
 *
 * A package belongs to one order, leaves one warehouse and keeps its number. `carrierStateAfterScan` decides the effect of carrier
 * scans on its status (decision 11).
 */
import {
  type CarrierScan,
  type CarrierScanResult,
  carrierStateAfterScan,
  hasDeliveryEstimates,
  isFinalPackageStatus,
  type PackageStatus,
} from '../carriers/index.ts';

/** Contents of a package from one order line. */
export interface PackageItem {
  readonly line: number;
  readonly itemNo: string;
  readonly description: string;
  /** The inventory status of the line. The ledger may have drawn the stock from others (decision 12). */
  readonly status: string;
  /** In units of the item. */
  readonly units: number;
  readonly externalLineNumber?: string;
  readonly group?: string;
}

/** The identity and the mutable part of a package. */
export interface PackageState {
  readonly customerNo: string;
  readonly packageId: string;
  readonly orderId: string;
  /** From 1 within the order. */
  readonly packageNo: number;
  /** The chosen carrier; BSW until one is chosen. */
  readonly carrier: string;
  /** 0 for the delivery; the first scan of each return begins another, as only the simulated carriers report it. */
  readonly leg: number;
  readonly status: PackageStatus;
  /** The date on which it left the warehouse. */
  readonly shipDate: Temporal.PlainDate | undefined;
  /** Known for FEX and UPS only (interface: Tracking record). */
  readonly estimatedDeliveryDate: Temporal.PlainDate | undefined;
  /** The scan that determines the status. */
  readonly scan: CarrierScan | undefined;
  readonly lastActivityAt: Temporal.Instant;
  /** Activity times since it was read; absent: only `lastActivityAt`. */
  readonly activity?: readonly Temporal.Instant[];
}

export interface Package extends PackageState {
  readonly service: string;
  /** '' until it has a label; always for will call. */
  readonly trackingNo: string;
  /** The carrier's tracking page; '' when there is none. */
  readonly trackingUrl: string;
  readonly warehouse: string;
  /** The planned ship date. */
  readonly requestedShipDate: Temporal.PlainDate;
  readonly weightLb: number;
  readonly lengthIn: number;
  readonly widthIn: number;
  readonly heightIn: number;
  readonly packedAt: Temporal.Instant;
  readonly items: readonly PackageItem[];
}

/** Whether the package is live: replaced, unpacked and emptied ones are kept as CANCELED. */
export function isLivePackage({ status }: Pick<PackageState, 'status'>): boolean {
  return status !== 'CANCELED';
}

/** Whether the package has left the warehouse. One of a SHIPPED order may not have: its carrier took others of the order. */
export function hasLeft({ shipDate }: Pick<PackageState, 'shipDate'>): boolean {
  return shipDate !== undefined;
}

/** The highest package number of an order so far; 0 for none. */
export function lastPackageNoOf(packages: readonly Pick<PackageState, 'packageNo'>[]): number {
  return packages.reduce((most, { packageNo }) => Math.max(most, packageNo), 0);
}

/**
 * Days after which a package that left may be lost when its carrier has not scanned it: carriers scan the boxes of a pickup within a day,
 * and are asked about those of which they reported nothing for three.
 */
export const neverScannedDays = 4;

/** Whether the package left `neverScannedDays` ago or before, as people recorded it, and its carrier has not scanned it since. */
export function isNeverScanned(
  { status, lastActivityAt }: Pick<PackageState, 'status' | 'lastActivityAt'>,
  at: Temporal.Instant,
): boolean {
  const latest = at.subtract({ hours: 24 * neverScannedDays });
  // Each scan of a package that left gives it another status.
  return status === 'SHIPPED' && Temporal.Instant.compare(lastActivityAt, latest) <= 0;
}

export interface PackageCarrierScan {
  readonly packageId: string;
  readonly scan: CarrierScan;
  /** The delivery estimate that the carrier published with the scan. */
  readonly estimatedDeliveryDate?: Temporal.PlainDate;
}

/**
 * The package once its carrier, or its recipient at a pickup, has taken it: SHIPPED on `day`. When that is not the planned ship date, its
 * delivery estimate, if it has one, becomes the one that `estimateFrom` returns for `day` (interface: Tracking record,
 * `EstimatedDeliveryDate`).
 */
export function packageAfterDeparture(
  packed: Package,
  at: Temporal.Instant,
  day: Temporal.PlainDate,
  estimateFrom: (day: Temporal.PlainDate) => Temporal.PlainDate | undefined,
): Package {
  const { requestedShipDate, estimatedDeliveryDate: planned } = packed;
  const estimatedDeliveryDate = planned === undefined || day.equals(requestedShipDate) ? planned : estimateFrom(day);
  return { ...packed, status: 'SHIPPED', shipDate: day, estimatedDeliveryDate, ...withActivity(packed, at) };
}

/** The effect of a scan; `estimated`: a repeated scan with a new delivery estimate. */
type PackageScanOutcome = CarrierScanResult['outcome'] | 'estimated';

/**
 * The package after a carrier scan recorded at `at`; the same object when nothing changes. The scan's own time
 * determines the status; the recording time becomes the package's activity, so that clients polling for changes also
 * see scans that arrive late (interface: Tracking/GetPackages).
 */
export function packageAfterCarrierScan<State extends PackageState>(
  current: State,
  { scan, estimatedDeliveryDate }: Omit<PackageCarrierScan, 'packageId'>,
  at: Temporal.Instant,
): { readonly package: State; readonly outcome: PackageScanOutcome } {
  const { outcome, state } = carrierStateAfterScan(current, scan);
  const published = hasDeliveryEstimates(current.carrier) ? estimatedDeliveryDate : undefined;
  const estimate = published ?? current.estimatedDeliveryDate;
  if (outcome === 'applied') {
    return {
      outcome,
      package: { ...current, ...state, estimatedDeliveryDate: estimate, ...withActivity(current, at) },
    };
  }
  // A repeated scan with a changed estimate.
  const isNews =
    outcome === 'repeated' &&
    !isFinalPackageStatus(current.status) &&
    !sameDay(estimate, current.estimatedDeliveryDate);
  if (!isNews) return { package: current, outcome };
  return {
    outcome: 'estimated',
    package: { ...current, estimatedDeliveryDate: estimate, ...withActivity(current, at) },
  };
}

/** Adds an activity, never before the last one. */
function withActivity({ lastActivityAt, activity = [] }: PackageState, at: Temporal.Instant) {
  const when = Temporal.Instant.compare(at, lastActivityAt) > 0 ? at : lastActivityAt;
  return { lastActivityAt: when, activity: [...activity, when] };
}

function sameDay(a: Temporal.PlainDate | undefined, b: Temporal.PlainDate | undefined): boolean {
  return a === undefined || b === undefined ? a === b : a.equals(b);
}
