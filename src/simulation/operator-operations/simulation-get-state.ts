/**
 * Simulation/GetState: read the clock of a customer in the test environment, its next due step, the purchase and transfer
 * orders whose goods can be received, and the open counts.
 */

import Type from 'typebox';
import { assertCustomerFound } from '../../auth/index.ts';
import { listOpenCycleCounts } from '../../inventory/index.ts';
import { formatInstant, formatUsDate } from '../../lib/dates.ts';
import { readCustomerClock } from '../../platform/clock.ts';
import { findFirstDueWork } from '../../platform/due-work-store.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { listReceivablePurchaseOrders } from '../../purchase-orders/index.ts';
import { listArrivingTransfers } from '../../transfer-orders/index.ts';
import { simulationCustomerField, simulationRoles } from '../expose-to-operators.ts';

/** Maximum number of rows in each list; the newest are shown. */
const maxRows = 50;

const referenceField = Type.String({
  description: 'The `CustomerReferenceNo`, which the operation of its receipt takes.',
});

export const simulationGetStateOperation = defineOperatorQuery({
  path: '/api/Simulation/GetState',
  summary: 'Read the simulation of a customer',
  description: `Returns the time on the customer's clock, the next step of the simulated warehouse and carriers, the newest ${maxRows} purchase and transfer orders whose goods can be received, and open cycle counts.`,
  roles: simulationRoles,
  environments: ['test'],
  request: Type.Object({ CustomerNo: simulationCustomerField }),
  requestExample: { CustomerNo: 'W1001' },
  reply: {
    description: 'The state.',
    schema: Type.Object({
      Now: Type.String({ description: "Time on the customer's clock." }),
      IsAutomatic: Type.Boolean({
        description: 'Whether clocks also jump to their next step by themselves (`SIMULATION`).',
      }),
      Next: Type.Optional(
        Type.Object(
          {
            At: Type.String({ description: 'When it is due, on this clock.' }),
            Step: Type.String({ description: 'The kind of the due step, such as `sales_order.ship`.' }),
          },
          { description: 'Absent when nothing waits for the clock.' },
        ),
      ),
      PurchaseOrders: Type.Array(
        Type.Object({
          CustomerReferenceNo: referenceField,
          PurchaseOrderNumber: Type.String(),
          Warehouse: Type.String(),
          Status: Type.String(),
          RequestedDate: Type.String(),
        }),
      ),
      TransferOrders: Type.Array(
        Type.Object({
          CustomerReferenceNo: referenceField,
          TransferOrderNumber: Type.String(),
          FromWarehouse: Type.String(),
          ToWarehouse: Type.String(),
          Status: Type.String(),
        }),
      ),
      Counts: Type.Array(
        Type.Object({
          CountReference: Type.String(),
          Warehouse: Type.String(),
          OpenedAt: Type.String(),
          Lines: Type.Array(
            Type.Object({
              ItemNo: Type.String(),
              InventoryStatus: Type.String(),
              State: Type.String({ description: '`to count`, `to recount` or `counted`; the count is blind.' }),
            }),
          ),
        }),
      ),
    }),
    example: {
      Now: '2026-11-19T17:00:00Z',
      IsAutomatic: false,
      Next: { At: '2026-11-20T00:00:00Z', Step: 'sales_order.ship' },
      PurchaseOrders: [
        {
          CustomerReferenceNo: 'INBOUND-1001',
          PurchaseOrderNumber: 'PO000001',
          Warehouse: 'APC01',
          Status: 'OPEN',
          RequestedDate: '11/20/2026',
        },
      ],
      TransferOrders: [],
      Counts: [
        {
          CountReference: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
          Warehouse: 'APC01',
          OpenedAt: '2026-11-19T16:00:00Z',
          Lines: [{ ItemNo: '23PIN-01', InventoryStatus: 'GOOD-NO-TX', State: 'to count' }],
        },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  execute: async ({ environment: { db, config }, request: { CustomerNo: customerNo } }) => {
    await assertCustomerFound(db.database, customerNo);
    const [now, next, purchases, transfers, counts] = await Promise.all([
      readCustomerClock(db, customerNo),
      findFirstDueWork(db, customerNo, undefined, Temporal.Instant.from('9999-01-01T00:00:00Z')),
      listReceivablePurchaseOrders(db, customerNo, maxRows),
      listArrivingTransfers(db, customerNo, maxRows),
      listOpenCycleCounts(db, customerNo, maxRows),
    ]);
    return {
      Now: formatInstant(now),
      IsAutomatic: config.simulation === 'auto',
      ...(next && { Next: { At: formatInstant(next.dueAt), Step: next.step } }),
      PurchaseOrders: purchases.map((order) => ({
        CustomerReferenceNo: order.customerReferenceNo,
        PurchaseOrderNumber: order.number,
        Warehouse: order.warehouse,
        Status: order.status,
        RequestedDate: formatUsDate(order.requestedDate),
      })),
      TransferOrders: transfers.map((order) => ({
        CustomerReferenceNo: order.customerReferenceNo,
        TransferOrderNumber: order.number,
        FromWarehouse: order.fromWarehouse,
        ToWarehouse: order.toWarehouse,
        Status: order.status,
      })),
      Counts: counts.map(({ countId, warehouse, openedAt, lines }) => ({
        CountReference: countId,
        Warehouse: warehouse,
        OpenedAt: formatInstant(openedAt),
        Lines: lines.map(({ itemNo, status, timesCounted, isConfirmed }) => ({
          ItemNo: itemNo,
          InventoryStatus: status,
          State: isConfirmed ? 'counted' : timesCounted === 0 ? 'to count' : 'to recount',
        })),
      })),
    };
  },
});
