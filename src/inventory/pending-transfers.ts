/** Transfer orders that have not left and will take their stock to another warehouse. Inventory knows them only as subjects of demands. */

import type { DbReader } from '../platform/db/db.ts';
import { defineSlicePort } from '../platform/ports.ts';

/** A transfer order that has not left, and the destination of the stock that it demands. */
export interface PendingTransfer {
  readonly subject: string;
  readonly warehouse: string;
  /** '' when the stock keeps its status. */
  readonly status: string;
}

/** Returns a customer's transfers that have not shipped. */
export type PendingTransferSource = (reader: DbReader, customerNo: string) => Promise<readonly PendingTransfer[]>;

export const pendingTransferSourcePort = defineSlicePort<PendingTransferSource>('pending transfers');

/** The pending transfers of a customer, by subject. */
export async function readPendingTransfers(
  reader: DbReader,
  customerNo: string,
): Promise<Map<string, PendingTransfer>> {
  const pending = await reader.ports.get(pendingTransferSourcePort)(reader, customerNo);
  return new Map(pending.map((transfer) => [transfer.subject, transfer]));
}
