/** The history of packages up to their events, read from the log, for the format `tracking_update`. */
import type { DbReader } from '../platform/db/db.ts';
import { type LogWindowEntry, readLogOfSubjects } from '../platform/log-window.ts';
import type { TrackingCheckpoint, TrackingHistory } from './event.ts';
import { type EventWithoutData, packageLogEntryKinds } from './logged-events.ts';
import { type TrackingTag, trackingTagOf } from './tracking-tag.ts';

/** The part of a package's tracking history that its own log entries determine. */
export type PackageHistory = Omit<TrackingHistory, 'packageId' | 'orderId' | 'packages'>;

/** The histories of the packages of these events, each as of its event. At most one statement. */
export async function readTrackingHistoryLookup(
  reader: DbReader,
  customerNo: string,
  found: readonly EventWithoutData[],
): Promise<(event: EventWithoutData) => PackageHistory> {
  const orderIds = new Set(found.flatMap(({ source }) => (source.kind === 'tracking.updated' ? [source.orderId] : [])));
  const entries =
    orderIds.size === 0 ? [] : await readLogOfSubjects(reader, customerNo, [...orderIds], packageLogEntryKinds);
  const byPackage = Map.groupBy(entries, ({ subject, data }) => `${subject}/${data?.package}`);
  return ({ seq, at, source }) => {
    const key = source.kind === 'tracking.updated' ? `${source.orderId}/${source.packageNo}` : '';
    return trackingHistoryOf(
      (byPackage.get(key) ?? []).filter((entry) => entry.seq <= seq),
      at,
    );
  };
}

/** The history of a package from its log entries, oldest first; `at` is when it was created if there are none. Pure. */
export function trackingHistoryOf(
  entries: readonly Omit<LogWindowEntry, 'reference'>[],
  at: Temporal.Instant,
): PackageHistory {
  const seen = new Set<TrackingTag>();
  const checkpoints: TrackingCheckpoint[] = [];
  let tag: TrackingTag = 'Pending';
  let code = '';
  let shippedAt: Temporal.Instant | undefined;
  let isFirstTag = true;
  for (const { kind, data, at: recordedAt, occurredAt } of entries) {
    const logged = data ?? {};
    const text = (name: string) => (typeof logged[name] === 'string' ? (logged[name] as string) : '');
    // Will call: the entry of the pickup has the scan with which the package left.
    const isScan = kind === 'package.scanned' || (kind === 'package.shipped' && text('code') !== '');
    code = isScan ? text('code') : code;
    if (kind === 'package.shipped') shippedAt = occurredAt;
    tag = trackingTagOf(kind, logged) ?? tag;
    isFirstTag = !seen.has(tag);
    seen.add(tag);
    if (isScan) {
      checkpoints.push({ at: occurredAt, recordedAt, tag, code, message: text('message'), location: text('location') });
    }
  }
  return { tag, code, isFirstTag, checkpoints, createdAt: entries[0]?.at ?? at, shippedAt };
}
