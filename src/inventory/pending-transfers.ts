/** Transfer orders that have not shipped. Inventory has only their demands; the slice that owns them registers here. */
import type { Reader } from '../platform/db/db.ts';

/** The destination of a document's demands. */
export interface PendingTransfer {
  readonly subject: string;
  readonly warehouse: string;
  /** '' when the stock keeps its status. */
  readonly status: string;
}

/** Returns a customer's transfers that have not shipped. */
export type PendingTransferSource = (reader: Reader, customerNo: string) => Promise<readonly PendingTransfer[]>;

const sources: PendingTransferSource[] = [];

/** Registers a slice when the program is composed. Idempotent. */
export function registerPendingTransferSource(source: PendingTransferSource): void {
  if (!sources.includes(source)) sources.push(source);
}

/** The pending transfers of a customer, by subject. */
export async function readPendingTransfers(reader: Reader, customerNo: string): Promise<Map<string, PendingTransfer>> {
  const known = new Map<string, PendingTransfer>();
  for (const source of sources) {
    for (const pendingTransfer of await source(reader, customerNo)) known.set(pendingTransfer.subject, pendingTransfer);
  }
  return known;
}
