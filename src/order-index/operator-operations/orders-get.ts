/** Orders/Get: an order with its holds, lines, packages and timeline. */

import Type from 'typebox';
import { contactRecordFields } from '../../contract/contacts.ts';
import { orderKeyExample, orderKeyFields } from '../../contract/operator-key-fields.ts';
import { TimelineEntry, toTimelineEntry } from '../../contract/timeline.ts';
import { formatInstant, formatUsDate } from '../../lib/dates.ts';
import { limitToVisibleWarehouses, recordVersionOf } from '../../operators/index.ts';
import { AppError } from '../../platform/errors.ts';
import { defineOperatorQuery, type OperatorRole, operatorRoles } from '../../platform/http/operator-operation.ts';
import { isOrderWaitingForStock, isPackableLine, type OrderLine } from '../../sales-orders/index.ts';
import { hasLeft, isLivePackage, isNeverScanned } from '../../warehouse/index.ts';
import { HoldRecord, holdRecord, holdRecordExample } from '../hold-fields.ts';
import {
  customerReferencesOfLineFields,
  OrderDetailsRecord,
  orderDetailsExample,
  orderDetailsRecord,
  toOrderLineReferences,
} from '../order-details-fields.ts';
import { ListedOrderRecord, listedOrderExample, readListedOrderRecords } from '../order-fields.ts';
import { type OrderWithHistory, readOrderWithHistory } from '../order-page.ts';
import { recipientRecord } from '../recipient-fields.ts';

const Line = Type.Object({
  Line: Type.Integer(),
  ItemNo: Type.String(),
  Description: Type.String(),
  Quantity: Type.Integer({ description: 'In units.' }),
  Uom: Type.String(),
  InventoryStatus: Type.String(),
  Storage: Type.String({ description: '`service`: stock kept here; `client` and `virtual` need none.' }),
  Reserved: Type.Integer({
    description:
      'Reserved now: 0 while it waits for stock, once the order has shipped or is canceled, and for a JIT order, which reserves nothing.',
  }),
  Shipped: Type.Integer({
    description: 'What left in its packages, not in one that stayed behind; 0 before it has shipped.',
  }),
  Short: Type.Integer({ description: 'Waits for stock, or was picked short.' }),
  ...customerReferencesOfLineFields,
});

const ListedPackage = Type.Object({
  PackageNo: Type.Integer(),
  Status: Type.String(),
  Carrier: Type.String(),
  Service: Type.String(),
  TrackingNumber: Type.String(),
  TrackingUrl: Type.String(),
  WeightLb: Type.Number(),
  ShipDate: Type.String(),
  EstimatedDeliveryDate: Type.String(),
  LastActivityAt: Type.String(),
  IsNeverScanned: Type.Boolean({
    description:
      'Whether it left at least four days ago and its carrier has not scanned it: Floor/ReportLostBox reports it lost.',
  }),
  IsMissingBottles: Type.Boolean({
    description:
      'Whether it did not leave, and was opened for a return that has not all of its bottles: Floor/ReportLostBox reports the others lost.',
  }),
});

export const ordersGetOperation = defineOperatorQuery({
  path: '/api/Orders/Get',
  summary: 'Get an order',
  description:
    'Returns an order as it is now, by any of its references: all holds with what ends them, lines with what is reserved and short, packages, and its timeline, oldest first (its ' +
    'newest 500 entries). The role floor sees the orders of its warehouses, and of the recipient name, city and ZIP code.',
  roles: operatorRoles,
  request: Type.Object(orderKeyFields),
  requestExample: orderKeyExample,
  reply: {
    description: 'The order.',
    schema: Type.Object({
      ...ListedOrderRecord.properties,
      Address: Type.Optional(
        Type.Array(Type.String(), {
          description: 'The lines of the recipient’s address and contact; not for the role floor.',
        }),
      ),
      RecipientContactInfo: Type.Optional(
        Type.Object(contactRecordFields, {
          description: 'The recipient by fields, `""` where one is empty; not for the role floor.',
        }),
      ),
      Version: Type.Optional(
        Type.String({
          description: 'Of the recipient, for `ExpectedVersion` of Orders/CorrectRecipient; not for the role floor.',
        }),
      ),
      Details: Type.Optional({
        ...OrderDetailsRecord,
        description: 'What else the winery sent; absent when it was erased, and for the role floor.',
      }),
      SpecialInstructions: Type.String(),
      IsOpen: Type.Boolean({ description: 'Whether it may still be changed, held and canceled.' }),
      BatchId: Type.String(),
      JitLabelId: Type.String(),
      Holds: Type.Array(HoldRecord),
      Items: Type.Array(Line),
      Packages: Type.Array(ListedPackage),
      HasFloorWork: Type.Boolean({
        description:
          'Whether people work, or have worked, on it at its warehouse; then Floor/Reprint returns its labels.',
      }),
      References: Type.Array(Type.String(), { description: 'Transaction references of its timeline.' }),
      Timeline: Type.Array(TimelineEntry),
    }),
    example: {
      ...listedOrderExample,
      Address: ['7051 Oak Avenue', 'Denver, CO 80202', '5555550100'],
      RecipientContactInfo: {
        FirstName: 'Ana',
        LastName: 'Lee',
        Company: '',
        Address: '7051 Oak Avenue',
        Address2: '',
        City: 'Denver',
        State: 'CO',
        ZipCode: '80202',
        Country: '',
        PhoneNumber: '5555550100',
        EmailAddress: '',
      },
      Version: '8ae04d72b615c93f',
      Details: orderDetailsExample,
      SpecialInstructions: '',
      IsOpen: true,
      BatchId: '',
      JitLabelId: '',
      Holds: [holdRecordExample],
      Items: [
        {
          Line: 1,
          ItemNo: '23PIN-01',
          Description: '2023 Pinot Noir',
          Quantity: 6,
          Uom: '750',
          InventoryStatus: 'GOOD-NO-TX',
          Storage: 'service',
          Reserved: 6,
          Shipped: 0,
          Short: 0,
          ExternalLineNumber: '',
          Group: '',
          ParentItemNo: '',
          AdditionalFields: {},
        },
      ],
      Packages: [],
      HasFloorWork: false,
      References: ['0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001'],
      Timeline: [
        {
          At: '2026-11-18T17:00:00Z',
          Kind: 'sales_order.accepted',
          Text: 'Accepted, on hold: Winery.',
          By: 'The winery',
          Actor: 'winery-web',
          Operation: 'SalesOrder/CreateSalesOrder',
          Reference: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
        },
      ],
    },
  },
  errors: {
    400: 'The reference is not one.',
    404: 'The customer has no such order, or it is in a warehouse that the operator does not work in.',
  },
  execute: async ({ environment: { db, config }, operator, request }) => {
    const { CustomerNo: customerNo, TransactionReferenceNumber: reference } = request;
    const page = await db.snapshot((reader) => readOrderWithHistory(reader, customerNo, reference));
    const visible = limitToVisibleWarehouses(operator, []);
    if (page === undefined || !(visible?.includes(page.order.warehouse) ?? true)) {
      const reason = `Customer ${customerNo} has no order with TransactionReferenceNumber ${reference}.`;
      throw new AppError({ code: 'NotFound', reason });
    }
    const { order, row, details, holds, missing, packages, missingBottles, hasFloorWork, readAt, timeline } = page;
    const isFloor = operator.role === 'floor';
    const [record] = await readListedOrderRecords(db, [row], operator);
    if (record === undefined) throw new Error('an order has no record');
    return {
      ...record,
      ...addressOf(page, operator.role),
      ...(isFloor || details === undefined ? {} : { Details: orderDetailsRecord(order, details, config.timeZone) }),
      SpecialInstructions: details?.specialInstructions ?? '',
      IsOpen: order.status === 'RECEIVED' || order.status.startsWith('ON '),
      BatchId: order.batchId,
      JitLabelId: order.jitLabelId ?? '',
      Holds: holds.map((hold) => holdRecord(hold, operator.role, missing)),
      Items: order.lines.map((line) => ({
        ...lineRecord(line, page),
        ...toOrderLineReferences(line, !isFloor),
      })),
      Packages: packages.map((each) => ({
        PackageNo: each.packageNo,
        Status: each.status,
        Carrier: each.carrier,
        Service: each.service,
        TrackingNumber: each.trackingNo,
        TrackingUrl: each.trackingUrl,
        WeightLb: each.weightLb,
        ShipDate: each.shipDate === undefined ? '' : formatUsDate(each.shipDate),
        EstimatedDeliveryDate: each.estimatedDeliveryDate === undefined ? '' : formatUsDate(each.estimatedDeliveryDate),
        LastActivityAt: formatInstant(each.lastActivityAt),
        IsNeverScanned: isNeverScanned(each, readAt),
        IsMissingBottles: missingBottles.has(each.packageId),
      })),
      HasFloorWork: hasFloorWork,
      References: [...new Set([order.orderId, ...timeline.map(({ reference: of }) => of)])],
      Timeline: timeline.map(toTimelineEntry),
    };
  },
});

function addressOf({ details }: OrderWithHistory, role: OperatorRole) {
  if (role === 'floor' || details === undefined) return {};
  const recipient = recipientRecord(details.recipient);
  const { Company, Address, Address2, City, State, ZipCode, Country, PhoneNumber, EmailAddress } = recipient;
  const place = `${[City, State].filter((part) => part !== '').join(', ')} ${ZipCode}`.trim();
  const lines = [Company, Address, Address2, place, Country, PhoneNumber, EmailAddress];
  return {
    Address: lines.filter((part) => part !== ''),
    RecipientContactInfo: recipient,
    Version: recordVersionOf(recipient),
  };
}

/** Before work on it starts, an order has all of its lines reserved or none. */
function lineRecord(line: OrderLine, { order: { orderType, status }, holds, packages }: OrderWithHistory) {
  const { units, shortUnits = 0, storage } = line;
  const isWaiting = storage === 'service' && isOrderWaitingForStock(orderType, holds);
  const packed = isPackableLine(orderType, line) ? units - shortUnits : 0;
  const isReserved = orderType !== 'JIT' && !isWaiting && status !== 'SHIPPED' && status !== 'CANCELED';
  const left = packages.filter((p) => hasLeft(p) && isLivePackage(p)).flatMap(({ items }) => items);
  return {
    Line: line.line,
    ItemNo: line.itemNo,
    Description: line.description,
    Quantity: units,
    Uom: line.uom,
    InventoryStatus: line.status,
    Storage: storage,
    Reserved: isReserved ? packed : 0,
    Shipped: left.reduce((sum, item) => (item.line === line.line ? sum + item.units : sum), 0),
    Short: isWaiting ? units : shortUnits,
  };
}
