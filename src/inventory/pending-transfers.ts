/**
 * Documents that take their stock to another warehouse: transfer orders that have not left. Inventory knows them only as
 * subjects of demands; the slice that owns them stands above it and registers here.
 */
import type { Reader } from '../platform/db/db.ts';

/** Where what a document demands is going. */
export interface PendingTransfer {
  readonly subject: string;
  readonly warehouse: string;
  /** '' where it arrives in the status in which it leaves. */
  readonly status: string;
}

/** The documents of a customer that are to take their stock elsewhere, and have not yet. */
export type PendingTransferSource = (reader: Reader, customerNo: string) => Promise<readonly PendingTransfer[]>;

const sources: PendingTransferSource[] = [];

/** Called for each slice with such documents when the parts are wired together. Again is the same as once. */
export function registerPendingTransferSource(source: PendingTransferSource): void {
  if (!sources.includes(source)) sources.push(source);
}

/** By subject, where the stock of these documents is going. */
export async function readPendingTransfers(reader: Reader, customerNo: string): Promise<Map<string, PendingTransfer>> {
  const known = new Map<string, PendingTransfer>();
  for (const source of sources) {
    for (const pendingTransfer of await source(reader, customerNo)) known.set(pendingTransfer.subject, pendingTransfer);
  }
  return known;
}
