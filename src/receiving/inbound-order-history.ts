/** Receipts and timeline of one purchase or transfer order. */
import type { Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { toTimelineEntry } from '../contract/timeline.ts';
import type { OrderKey } from '../documents/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { readTimeline } from '../platform/log.ts';
import type { ListedReceiptRecord } from './listed-receipt.ts';
import { readListedReceiptRecords } from './listed-receipt.ts';
import { readReceiptsOfOrder } from './receipt-store.ts';

const maxTimeline = 500;

/** The receipts and the timeline of an inbound order, as replies have them, and the customer's name. */
interface InboundOrderHistory {
  readonly customerName: string;
  readonly Receipts: Static<typeof ListedReceiptRecord>[];
  readonly Timeline: ReturnType<typeof toTimelineEntry>[];
}

export async function readInboundOrderHistory(reader: DbReader, key: OrderKey): Promise<InboundOrderHistory> {
  const { customerNo, orderId } = key;
  const customer = (await readCustomers(reader, [customerNo])).get(customerNo);
  const receipts = await readReceiptsOfOrder(reader, key);
  const timeline = await readTimeline(reader, customerNo, orderId, maxTimeline);
  const customerName = customer?.name ?? '';
  return {
    customerName,
    Receipts: await readListedReceiptRecords(reader, receipts, () => customerName),
    Timeline: timeline.map(toTimelineEntry),
  };
}
