/**
 * Distributes revocations to every process within a second (decision 7).
 *
 * A revoking transaction calls `notifyRevocation`. Invariant: cached content is used only while the connection that listens has
 * replied within the last second, so a revocation applies within a second even if the network silently drops packets.
 * Everything cached before the connection was made is discarded.
 */
import type { Db, Tx } from '../platform/db/db.ts';
import { listenForPgNotifications, type PgListenerCallbacks } from '../platform/db/notifications.ts';

const channel = 'dray_revocations';

/** Invalidates cached credentials and customers in every process when the transaction commits. */
export async function notifyRevocation(tx: Tx): Promise<void> {
  await tx.rows(`select pg_notify('${channel}', '')`);
}

export interface RevocationListener {
  /** Whether all revocations up to a second ago have been received. Cheap. */
  isCurrent(): boolean;
  /** Calls `invalidate` on each revocation, and whenever one may have been missed. */
  onRevocation(invalidate: () => void): void;
  /** Closes the connection. Cached content is no longer used. */
  close(): Promise<void>;
}

/** Starts to listen on its own connection to the pool's database, and reconnects until it is closed. */
export function listenForRevocations(pool: Db['pool'], reports: PgListenerCallbacks): RevocationListener {
  const { isCurrent, onNotification, close } = listenForPgNotifications(pool, channel, reports);
  return { isCurrent, close, onRevocation: (invalidate) => onNotification(() => invalidate()) };
}
