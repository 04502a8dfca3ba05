/** Warehouses/GetUse: what keeps a warehouse from being removed. */

import Type from 'typebox';
import { allCustomersLimit, listCustomers } from '../../auth/index.ts';
import { codeField, warehouseCodeField } from '../../contract/fields.ts';
import { listOpenFloorWorkAt } from '../../floor/index.ts';
import { listOpenCycleCountsAt } from '../../inventory/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { listPurchaseOrdersBeingReceived } from '../../purchase-orders/index.ts';
import { listUnannouncedReceiptsAtWarehouse } from '../../receiving/index.ts';
import { listParkedStrayPackages } from '../../return-station/index.ts';
import { listOpenReturnsAtWarehouse } from '../../returns/index.ts';
import { listUnshippedJitOrdersAtWarehouse } from '../../sales-orders/index.ts';
import { listPendingTransfersTo } from '../../transfer-orders/index.ts';
import { listStayedPackagesAtWarehouse } from '../../warehouse/index.ts';
import {
  CustomerWithStockRecord,
  customerWithStockExample,
  maxListedUsesPerKind,
  openUseRecord,
  readCustomerWithStockRecords,
  withCustomerNames,
} from '../stock-use-fields.ts';

const OpenDocument = Type.Object({
  Kind: codeField('What it is.', [
    ...['transfer order', 'purchase order', 'count', 'return', 'order on the floor', 'JIT order'],
    ...['delivery without an order', 'parked package', 'box that stayed behind'],
  ] as const),
  CustomerNo: Type.String({ description: '`""` of a parked package.' }),
  CustomerName: Type.String({ description: '`""` of a parked package.' }),
  TransactionReferenceNumber: Type.String(),
  Name: Type.String({
    description:
      'The order number, `CustomerReferenceNo` or RMA number; `""` of a count; the place of a delivery without an order and of a parked package.',
  }),
});

async function readOpenDocuments(reader: DbReader, customerNos: readonly string[], warehouse: string) {
  const most = maxListedUsesPerKind;
  const transfers = await listPendingTransfersTo(reader, customerNos, { warehouse }, most);
  const purchases = await listPurchaseOrdersBeingReceived(reader, customerNos, { warehouse }, most);
  const counts = await listOpenCycleCountsAt(reader, customerNos, warehouse, most);
  const returns = await listOpenReturnsAtWarehouse(reader, customerNos, warehouse, most);
  const work = await listOpenFloorWorkAt(reader, warehouse, most);
  const jitOrders = await listUnshippedJitOrdersAtWarehouse(reader, customerNos, warehouse, most);
  const deliveries = await listUnannouncedReceiptsAtWarehouse(reader, customerNos, warehouse, most);
  const stayed = await listStayedPackagesAtWarehouse(reader, customerNos, warehouse, most);
  const strays = await listParkedStrayPackages(reader, warehouse, most);
  const onFloor = new Set(work.map(({ orderId }) => orderId));
  return [
    ...transfers.map(({ customerNo, orderId, customerReferenceNo }) =>
      openUseRecord('transfer order', customerNo, orderId, customerReferenceNo),
    ),
    ...purchases.map(({ customerNo, orderId, customerReferenceNo }) =>
      openUseRecord('purchase order', customerNo, orderId, customerReferenceNo),
    ),
    ...counts.map(({ customerNo, countId }) => openUseRecord('count', customerNo, countId, '')),
    ...returns.map(({ customerNo, returnId, rmaNumber }) => openUseRecord('return', customerNo, returnId, rmaNumber)),
    ...work.map(({ customerNo, orderId, orderNo }) =>
      openUseRecord('order on the floor', customerNo, orderId, orderNo),
    ),
    ...jitOrders
      .filter(({ orderId }) => !onFloor.has(orderId))
      .map(({ customerNo, orderId, orderNo }) => openUseRecord('JIT order', customerNo, orderId, orderNo)),
    ...deliveries.map(({ customerNo, receiptId, place }) =>
      openUseRecord('delivery without an order', customerNo, receiptId, place),
    ),
    ...strays.map(({ strayId, place }) => openUseRecord('parked package', '', strayId, place)),
    ...stayed.map(({ customerNo, orderId, orderNo }) =>
      openUseRecord('box that stayed behind', customerNo, orderId, orderNo),
    ),
  ];
}

export const warehousesGetUseOperation = defineOperatorQuery({
  path: '/api/Warehouses/GetUse',
  summary: 'Read what uses a warehouse',
  description: `Returns the customers with stock, backorders or expected units in the warehouse, those with the most first, the customers whose default it is, and what is open there: transfer orders that have not left for it, orders that people are receiving, cycle counts, returns, orders on its floor, JIT orders, deliveries without an order, parked packages and boxes that stayed behind (of each at most ${maxListedUsesPerKind}). Without any it can be removed, unless it is the last one.`,
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({ Warehouse: warehouseCodeField }),
  requestExample: { Warehouse: 'SAC01' },
  reply: {
    description: 'The customers and documents that use it.',
    schema: Type.Object({
      Stock: Type.Array(CustomerWithStockRecord),
      Open: Type.Array(OpenDocument, { description: 'The documents to complete, move or cancel first.' }),
      DefaultOf: Type.Array(Type.Object({ CustomerNo: Type.String(), CustomerName: Type.String() }), {
        description: 'Customers whose orders go there when they name no warehouse.',
      }),
    }),
    example: {
      Stock: [customerWithStockExample],
      Open: [
        {
          Kind: 'return' as const,
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          Name: 'RMA-W1001-000001',
          TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
        },
      ],
      DefaultOf: [{ CustomerNo: 'W1002', CustomerName: 'Cedar Ridge Winery' }],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such warehouse.' },
  execute: async ({ environment: { db }, request: { Warehouse: warehouse } }) => {
    if (!(await readOperatorSettings(db)).warehouses.has(warehouse)) {
      throw notFoundError(`There is no warehouse ${warehouse}.`);
    }
    const customers = await listCustomers(db, { limit: allCustomersLimit });
    const customerNos = customers.map(({ customerNo }) => customerNo);
    return {
      Stock: await readCustomerWithStockRecords(db, undefined, { warehouse }),
      Open: await withCustomerNames(db, await readOpenDocuments(db, customerNos, warehouse)),
      DefaultOf: customers
        .filter(({ preferences }) => preferences.defaultWarehouse === warehouse)
        .map(({ customerNo, name }) => ({ CustomerNo: customerNo, CustomerName: name })),
    };
  },
});
