/** Records carrier scans of packages in batches (decision 11, Carrier events). */
import { meaningOfScanCode } from '../carriers/index.ts';
import { createSystemCommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import { appendLog } from '../platform/log.ts';
import { readLogOfSubjects } from '../platform/log-window.ts';
import { isLivePackage, type PackageCarrierScan, type PackageState, packageAfterCarrierScan } from './package.ts';
import { lockPackageStates, updatePackageStates } from './package-store.ts';

/** The customer, and the time on its clock at which the scans become known. */
interface CarrierScanContext {
  readonly customerNo: string;
  readonly at: Temporal.Instant;
}

/**
 * Records scans of a customer's packages, in the given order. Repeated and stale scans change no status, though a
 * repeated one may update the delivery estimate. A scan with an unknown code changes nothing and is logged as
 * `package.scan_unknown`, once: carriers send the earlier scans of a package with each new one. Packages that are unknown or canceled are
 * skipped; the ids of the others are returned.
 */
export async function recordCarrierScans(
  tx: Tx,
  { customerNo, at: recordedAt }: CarrierScanContext,
  scans: readonly PackageCarrierScan[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(scans.map((s) => s.packageId))];
  const live = (await lockPackageStates(tx, customerNo, ids)).filter(isLivePackage);
  const packages = new Map(live.map((p) => [p.packageId, p]));
  const changed = new Map<string, PackageState>();
  const context = createSystemCommandContext(customerNo, 'carrier');
  const logged = await readLoggedUnknownScans(
    tx,
    customerNo,
    scans.flatMap(({ packageId, scan }) => {
      const orderId = packages.get(packageId)?.orderId;
      return orderId === undefined || meaningOfScanCode(scan.code) !== undefined ? [] : [orderId];
    }),
  );
  for (const packageScan of scans) {
    const current = changed.get(packageScan.packageId) ?? packages.get(packageScan.packageId);
    if (current === undefined) continue;
    const { package: next, outcome } = packageAfterCarrierScan(current, packageScan, recordedAt);
    if (outcome === 'repeated' || outcome === 'stale') continue;
    if (outcome !== 'unknown') changed.set(next.packageId, next);
    const { at, code, message, location } = packageScan.scan;
    if (outcome === 'unknown') {
      const key = unknownScanKey(next.orderId, next.packageNo, code, at);
      if (logged.has(key)) continue;
      logged.add(key);
    }
    const estimate = next.estimatedDeliveryDate?.toString();
    appendLog(tx, context, {
      kind: kinds[outcome],
      subject: next.orderId,
      occurredAt: at,
      data:
        outcome === 'estimated'
          ? { package: next.packageNo, estimatedDeliveryDate: estimate }
          : { package: next.packageNo, status: next.status, code, message, location },
    });
  }
  updatePackageStates(tx, [...changed.values()]);
  return new Set(packages.keys());
}

/** The unknown scans that the log has of these orders. */
async function readLoggedUnknownScans(tx: Tx, customerNo: string, orderIds: readonly string[]): Promise<Set<string>> {
  if (orderIds.length === 0) return new Set();
  const entries = await readLogOfSubjects(tx, customerNo, [...new Set(orderIds)], [kinds.unknown]);
  return new Set(
    entries.map(({ subject, occurredAt, data }) =>
      unknownScanKey(subject, Number(data?.package), String(data?.code), occurredAt),
    ),
  );
}

const unknownScanKey = (orderId: string, packageNo: number, code: string, at: Temporal.Instant): string =>
  `${orderId} ${packageNo} ${at.epochMilliseconds} ${code}`;

const kinds = {
  applied: 'package.scanned',
  estimated: 'package.estimated',
  unknown: 'package.scan_unknown',
} as const;
