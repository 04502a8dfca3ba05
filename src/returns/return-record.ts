/** Returns in replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import { formatInstant } from '../lib/dates.ts';
import type { DbReader } from '../platform/db/db.ts';
import { formatRecipientName } from '../sales-orders/index.ts';
import type { ListedReturn } from './read-returns.ts';
import {
  computeAnnouncedOrFoundUnits,
  type ReturnFinding,
  type ReturnLine,
  sharedDispositionOfFindings,
} from './return.ts';

export const ReturnRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String({ description: 'Of the return.' }),
  RMANumber: Type.String(),
  OrderNo: Type.String(),
  OrderReferenceNumber: Type.String({ description: 'The TransactionReferenceNumber of the returned order.' }),
  Status: Type.String({ description: '`EXPECTED`, `RECEIVED`, `INSPECTING`, `AWAITING DISPOSITION` or `CLOSED`.' }),
  Disposition: Type.String({ description: '`""` while undecided, and when parts of it differ.' }),
  Warehouse: Type.String({ description: 'Where it is expected, and once received where that was.' }),
  Recipient: Type.String({ description: 'The recipient of the order; `""` when that was erased.' }),
  Reason: Type.String({ description: 'In the words of who announced it; `""` when absent or erased.' }),
  Units: Type.Integer({ description: 'Announced, and once inspected found.' }),
  AnnouncedAt: Type.String(),
  ReceivedAt: Type.String({ description: '`""` until it is received.' }),
  ClosedAt: Type.String({ description: '`""` until it is closed.' }),
});

export const returnRecordExample: Static<typeof ReturnRecord> = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c002',
  RMANumber: 'RMA-W1001-000001',
  OrderNo: 'CLB1001',
  OrderReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  Status: 'CLOSED',
  Disposition: 'Return to Inventory',
  Warehouse: 'APC01',
  Recipient: 'Ana Lee',
  Reason: 'Refused by the recipient',
  Units: 2,
  AnnouncedAt: '2026-11-18T17:00:00Z',
  ReceivedAt: '2026-11-24T19:30:00Z',
  ClosedAt: '2026-11-25T16:10:00Z',
};

const timeText = (at: Temporal.Instant | undefined): string => (at === undefined ? '' : formatInstant(at));

/** The records of returns, in their order. */
export async function readReturnRecords(
  reader: DbReader,
  returns: readonly ListedReturn[],
): Promise<Static<typeof ReturnRecord>[]> {
  const nameOf = await readCustomerNameLookup(
    reader,
    returns.map(({ orderReturn }) => orderReturn),
  );
  return returns.map(({ orderReturn, orderType, document, orderDocument }) => ({
    CustomerNo: orderReturn.customerNo,
    CustomerName: nameOf(orderReturn.customerNo),
    TransactionReferenceNumber: orderReturn.returnId,
    RMANumber: orderReturn.rmaNumber,
    OrderNo: orderReturn.orderNo,
    OrderReferenceNumber: orderReturn.orderId,
    Status: orderReturn.status,
    Disposition: sharedDispositionOfFindings(orderReturn.lines) ?? '',
    Warehouse: orderReturn.warehouse,
    Recipient: orderDocument === undefined ? '' : formatRecipientName(orderDocument.recipient, orderType),
    Reason: document?.reason ?? '',
    Units: orderReturn.lines.reduce((sum, line) => sum + computeAnnouncedOrFoundUnits(line), 0),
    AnnouncedAt: timeText(orderReturn.announcedAt),
    ReceivedAt: timeText(orderReturn.receivedAt),
    ClosedAt: timeText(orderReturn.closedAt),
  }));
}

export const ReturnFindingRecord = Type.Object({
  Quantity: Type.Integer({ description: 'In units.' }),
  InventoryStatus: Type.String({ description: 'The condition in which they were found, as an inventory status.' }),
  Disposition: Type.String({
    description:
      '`Return to Inventory`: in stock at the warehouse. `Return to Winery`: sent to the winery. `Reship`: sent to the recipient again. `""` while undecided.',
  }),
  PostedStatus: Type.String({
    description: 'The inventory status in which they were put in stock; `""` while undecided.',
  }),
  ReshipReferenceNumber: Type.String({ description: 'The TransactionReferenceNumber of the order of a `Reship`.' }),
});

export const returnFindingRecord = ({
  quantity,
  status,
  disposed,
}: ReturnFinding): Static<typeof ReturnFindingRecord> => ({
  Quantity: quantity,
  InventoryStatus: status,
  Disposition: disposed?.disposition ?? '',
  PostedStatus: disposed?.postedStatus ?? '',
  ReshipReferenceNumber: disposed?.reshipOrderId ?? '',
});

export const ReturnLineRecord = Type.Object({
  Line: Type.Integer(),
  ItemNo: Type.String(),
  Description: Type.String(),
  Uom: Type.String(),
  ShippedStatus: Type.String({ description: 'The inventory status from which they had been shipped.' }),
  Expected: Type.Integer({ description: 'As announced, in units.' }),
  IsInspected: Type.Boolean({ description: 'Whether the findings are what arrived; none when nothing did.' }),
});

/** A line of a return without its findings. */
export const returnLineRecord = (line: ReturnLine): Static<typeof ReturnLineRecord> => ({
  Line: line.line,
  ItemNo: line.itemNo,
  Description: line.description,
  Uom: line.uom,
  ShippedStatus: line.shippedStatus,
  Expected: line.expected,
  IsInspected: line.inspected,
});
