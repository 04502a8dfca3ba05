/** Purchase and transfer orders in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { contactRecordFields } from '../contract/contacts.ts';
import { codeField, transactionReferenceField } from '../contract/fields.ts';
import { orderCustomerField, orderKeyExample } from '../contract/operator-key-fields.ts';
import { TimelineEntry } from '../contract/timeline.ts';
import { formatInstant, formatUsDate } from '../lib/dates.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import type { TransferOrderDetails } from '../transfer-orders/index.ts';
import { ListedReceiptRecord } from './listed-receipt.ts';

/** Roles that may read purchase and transfer orders of all customers. */
export const inboundOrderReaderRoles: readonly OperatorRole[] = ['lead', 'service', 'admin'];
/** Roles that may close an order short. */
export const closeShortRoles: readonly OperatorRole[] = ['lead', 'admin'];

export const inboundOrderKeyFields = {
  CustomerNo: orderCustomerField,
  TransactionReferenceNumber: transactionReferenceField('The reference that the creation of the order returned.'),
};

export const inboundSearchTextField = Type.Optional(
  Type.String({
    maxLength: 255,
    description:
      'The whole order number, CustomerReferenceNo or pickup reference, in any letter case, or the transaction reference that the creation returned.',
  }),
);

const purchaseStatuses = ['OPEN', 'RECEIVING', 'PARTIALLY RECEIVED', 'RECEIVED', 'CLOSED', 'CANCELED'] as const;
const transferStatuses = ['OPEN', 'PICKING', 'IN TRANSIT', 'RECEIVING', 'RECEIVED', 'CLOSED', 'CANCELED'] as const;

export const purchaseStatusesField = Type.Optional(
  Type.Array(codeField('A status of purchase orders.', purchaseStatuses), {
    maxItems: purchaseStatuses.length,
    description: 'Absent or empty: all.',
  }),
);
export const transferStatusesField = Type.Optional(
  Type.Array(codeField('A status of transfer orders.', transferStatuses), {
    maxItems: transferStatuses.length,
    description: 'Absent or empty: all.',
  }),
);

export const PurchaseOrderRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String(),
  PurchaseOrderNumber: Type.String(),
  CustomerReferenceNo: Type.String(),
  ReferenceNo: Type.String({ description: 'The pickup reference.' }),
  Status: codeField('Its status.', purchaseStatuses),
  Warehouse: Type.String(),
  InventoryStatus: Type.String(),
  TransportMethod: Type.String(),
  RequestedDate: Type.String(),
  CreatedAt: Type.String(),
  Ordered: Type.Integer({ description: 'Units of all lines.' }),
  Received: Type.Integer(),
});

export const purchaseOrderExample: Static<typeof PurchaseOrderRecord> = {
  ...orderKeyExample,
  CustomerName: 'Hilltop Cellars',
  PurchaseOrderNumber: 'PO000001',
  CustomerReferenceNo: 'INBOUND-1001',
  ReferenceNo: 'DOCK-7',
  Status: 'PARTIALLY RECEIVED',
  Warehouse: 'APC01',
  InventoryStatus: 'GOOD-NO-TX',
  TransportMethod: 'DROPOFF',
  RequestedDate: '11/18/2026',
  CreatedAt: '2026-11-16T17:00:00Z',
  Ordered: 1200,
  Received: 600,
};

export interface ListedPurchaseOrder {
  readonly customerNo: string;
  readonly orderId: string;
  readonly number: string;
  readonly customerReferenceNo: string;
  readonly referenceNo: string;
  readonly status: string;
  readonly warehouse: string;
  readonly inventoryStatus: string;
  readonly transportMethod: string;
  readonly requestedDate: Temporal.PlainDate;
  readonly createdAt: Temporal.Instant;
  readonly ordered: number;
  readonly received: number;
}

export const purchaseOrderRecord = (
  order: ListedPurchaseOrder,
  customerName: string,
): Static<typeof PurchaseOrderRecord> => ({
  CustomerNo: order.customerNo,
  CustomerName: customerName,
  TransactionReferenceNumber: order.orderId,
  PurchaseOrderNumber: order.number,
  CustomerReferenceNo: order.customerReferenceNo,
  ReferenceNo: order.referenceNo,
  Status: order.status as (typeof purchaseStatuses)[number],
  Warehouse: order.warehouse,
  InventoryStatus: order.inventoryStatus,
  TransportMethod: order.transportMethod,
  RequestedDate: formatUsDate(order.requestedDate),
  CreatedAt: formatInstant(order.createdAt),
  Ordered: order.ordered,
  Received: order.received,
});

export const TransferOrderRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String(),
  TransferOrderNumber: Type.String(),
  CustomerReferenceNo: Type.String(),
  Status: codeField('Its status.', transferStatuses),
  FromWarehouse: Type.String(),
  ToWarehouse: Type.String(),
  RequestedDate: Type.String(),
  CreatedAt: Type.String(),
  Units: Type.Integer({ description: 'Wanted, of all lines.' }),
  Shipped: Type.Integer(),
  Received: Type.Integer({ description: 'Arrived, surplus included.' }),
});

export const transferOrderExample: Static<typeof TransferOrderRecord> = {
  ...orderKeyExample,
  CustomerName: 'Hilltop Cellars',
  TransferOrderNumber: 'TO000001',
  CustomerReferenceNo: 'MOVE-1',
  Status: 'IN TRANSIT',
  FromWarehouse: 'APC01',
  ToWarehouse: 'SJU01',
  RequestedDate: '11/18/2026',
  CreatedAt: '2026-11-16T17:00:00Z',
  Units: 60,
  Shipped: 60,
  Received: 0,
};

export interface ListedTransferOrder {
  readonly customerNo: string;
  readonly orderId: string;
  readonly number: string;
  readonly customerReferenceNo: string;
  readonly status: string;
  readonly fromWarehouse: string;
  readonly toWarehouse: string;
  readonly requestedDate: Temporal.PlainDate;
  readonly createdAt: Temporal.Instant;
  readonly units: number;
  readonly shipped: number;
  readonly received: number;
}

export const transferOrderRecord = (
  order: ListedTransferOrder,
  customerName: string,
): Static<typeof TransferOrderRecord> => ({
  CustomerNo: order.customerNo,
  CustomerName: customerName,
  TransactionReferenceNumber: order.orderId,
  TransferOrderNumber: order.number,
  CustomerReferenceNo: order.customerReferenceNo,
  Status: order.status as (typeof transferStatuses)[number],
  FromWarehouse: order.fromWarehouse,
  ToWarehouse: order.toWarehouse,
  RequestedDate: formatUsDate(order.requestedDate),
  CreatedAt: formatInstant(order.createdAt),
  Units: order.units,
  Shipped: order.shipped,
  Received: order.received,
});

/** The people and texts of an order, as they were entered; all `""` once they are erased. */
export const PurchaseOrderContactRecord = Type.Object({
  ...Type.Omit(Type.Object(contactRecordFields), ['Country']).properties,
  SpecialInstruction: Type.String(),
});

export const TransferOrderContactRecord = Type.Pick(PurchaseOrderContactRecord, [
  'FirstName',
  'LastName',
  'PhoneNumber',
  'EmailAddress',
  'SpecialInstruction',
]);

export const transferOrderContactRecord = (
  details: Partial<TransferOrderDetails> | undefined,
): Static<typeof TransferOrderContactRecord> => ({
  FirstName: details?.firstName ?? '',
  LastName: details?.lastName ?? '',
  PhoneNumber: details?.phoneNumber ?? '',
  EmailAddress: details?.emailAddress ?? '',
  SpecialInstruction: details?.specialInstruction ?? '',
});

/** Reply fields of one order besides its record and its lines. */
export const inboundOrderHistoryFields = {
  Receipts: Type.Array(ListedReceiptRecord, { description: 'The counts of the order, one for each pallet.' }),
  Timeline: Type.Array(TimelineEntry, { description: 'Oldest first; its newest 500 entries.' }),
};

export const inboundOrderHistoryExample = {
  Receipts: [],
  Timeline: [
    {
      At: '2026-11-18T17:00:00Z',
      Kind: 'purchase_order.received',
      Text: 'Received 600 units.',
      By: 'ann@warehouse.example',
      Actor: 'operator:ann@warehouse.example',
      Operation: 'Receiving/Finish',
      Reference: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0a1',
    },
  ],
};
