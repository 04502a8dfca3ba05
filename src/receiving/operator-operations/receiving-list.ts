/** Receiving/List: what warehouses expect and send, and the receipts that people have open. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import {
  errorsOfListOperations,
  nextPageField,
  parseUuidKey,
  takePage,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { createMultiArrayPaging, stationPageRequestFields } from '../../contract/station-pages.ts';
import { formatUsDate } from '../../lib/dates.ts';
import { isWorkClaimed } from '../../lib/work-claims.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { listedReceiptNameFields } from '../listed-receipt.ts';
import { sumReceiptUnits } from '../receipt.ts';
import {
  expectedOrderNameFields,
  expectedOrderNameRecord,
  receiptIdExample,
  receivingRoles,
} from '../receipt-fields.ts';
import {
  formatExpectedOrderPosition,
  listExpectedOrders,
  listOpenReceipts,
  parseExpectedOrderPosition,
} from '../receiving-lists.ts';

const pages = createMultiArrayPaging({ Expected: parseExpectedOrderPosition, Receipts: parseUuidKey });

export const receivingListOperation = defineOperatorQuery({
  path: '/api/Receiving/List',
  summary: 'List what is to be received',
  description:
    'Returns the purchase orders and transfers that warehouses expect, and the transfers that they are to send, the earliest first, without quantities: people count without knowing them. ' +
    'Receipts are the pallets that people count now, oldest first.',
  roles: receivingRoles,
  request: Type.Object({
    Warehouses: warehousesFilterField,
    ...stationPageRequestFields,
  }),
  requestExample: { Warehouses: ['APC01'] },
  reply: {
    description: 'Orders and open receipts.',
    schema: Type.Object({
      Expected: Type.Array(
        Type.Object({
          ...expectedOrderNameFields,
          ReferenceNo: Type.String({ description: 'The pickup reference of a purchase order.' }),
          Warehouse: Type.String(),
          OtherWarehouse: Type.String({ description: 'Of a transfer: where it comes from or goes to.' }),
          Status: Type.String(),
          RequestedDate: Type.String(),
        }),
      ),
      Receipts: Type.Array(
        Type.Object({
          ...listedReceiptNameFields,
          Person: Type.String(),
          IsMine: Type.Boolean(),
          IsFree: Type.Boolean({ description: 'The claim has ended: the next person who opens it gets it.' }),
          Units: Type.Integer({ description: 'Counted so far.' }),
        }),
      ),
      Next: nextPageField,
    }),
    example: {
      Expected: [
        {
          Kind: 'purchase order',
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
          OrderNumber: 'PO000001',
          CustomerReferenceNo: 'INBOUND-1001',
          ReferenceNo: 'DOCK-7',
          Warehouse: 'APC01',
          OtherWarehouse: '',
          Status: 'RECEIVING',
          RequestedDate: '11/18/2026',
        },
      ],
      Receipts: [
        {
          Receipt: receiptIdExample,
          Kind: 'purchase order',
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          OrderNumber: 'PO000001',
          Warehouse: 'APC01',
          Pallet: 1,
          Label: '',
          Person: 'ann@warehouse.example',
          IsMine: true,
          IsFree: false,
          Units: 13,
        },
      ],
    },
  },
  errors: errorsOfListOperations,
  check: pages.faults,
  execute: async ({ environment: { db }, operator, request }) => {
    const warehouses = limitToVisibleWarehouses(operator, request.Warehouses ?? []);
    const { top, starts } = pages.startOf(request);
    return await readWithCustomPlans(db, async (reader) => {
      const foundOrders = await listExpectedOrders(reader, { warehouses, ...starts.Expected });
      const { shown: expected, next: nextExpected } = takePage(foundOrders, top, formatExpectedOrderPosition);
      const foundReceipts = await listOpenReceipts(reader, warehouses, starts.Receipts);
      const { shown: receipts, next: nextReceipts } = takePage(foundReceipts, top, ({ receiptId }) => receiptId);
      const nameOf = await readCustomerNameLookup(reader, [...expected, ...receipts]);
      const now = currentRealTime();
      return {
        Expected: expected.map((order) => ({
          ...expectedOrderNameRecord(order, nameOf(order.customerNo)),
          ReferenceNo: order.referenceNo,
          Warehouse: order.warehouse,
          OtherWarehouse: order.otherWarehouse,
          Status: order.status,
          RequestedDate: formatUsDate(order.requestedDate),
        })),
        Receipts: receipts.map((receipt) => ({
          Receipt: receipt.receiptId,
          Kind: receipt.kind,
          CustomerNo: receipt.customerNo,
          CustomerName: nameOf(receipt.customerNo),
          OrderNumber: receipt.orderNumber,
          Warehouse: receipt.warehouse,
          Pallet: receipt.pallet,
          Label: receipt.label,
          Person: receipt.person,
          IsMine: receipt.personId === operator.operatorId,
          IsFree: !isWorkClaimed(receipt, now),
          Units: sumReceiptUnits(receipt),
        })),
        ...pages.next({ Expected: nextExpected.Next, Receipts: nextReceipts.Next }),
      };
    });
  },
});
