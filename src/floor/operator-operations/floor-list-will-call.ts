/** Floor/ListWillCall: packed orders that wait for their recipients. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import { nextPageField, takePage } from '../../contract/list-fields.ts';
import { stationPageRequestFields } from '../../contract/station-pages.ts';
import { checkTimePosition, formatTimePosition, parseTimePosition } from '../../contract/time-pages.ts';
import { formatInstant } from '../../lib/dates.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { formatRecipientName, readLeanOrderDetails, readSalesOrders } from '../../sales-orders/index.ts';
import { floorRoles } from '../floor-fields.ts';
import { findPackedWillCallOrdersByScan, listPackedWillCallOrders } from '../floor-lists.ts';
import type { FloorWork } from '../floor-work.ts';
import { ListedFloorOrderRecord, listedFloorOrderExample, listedFloorOrderRecord } from '../wave-fields.ts';
import { readWillCallContents } from '../will-call.ts';

const defaultOrders = 500;

export const floorListWillCallOperation = defineOperatorQuery({
  path: '/api/Floor/ListWillCall',
  summary: 'List will-call orders',
  description:
    'Returns the will-call orders of a worked warehouse that are packed and wait for their recipients, oldest first. With a scan, those that it names, on one page; when it names none, those whose recipient has it in the name.',
  roles: floorRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Scan: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'An order number, a shipment key, a transaction reference, a JIT label, or a part of the recipient’s name.',
      }),
    ),
    ...stationPageRequestFields,
    Top: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Rows of a page; 500 by default.' })),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'The orders.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          Order: ListedFloorOrderRecord,
          Recipient: Type.String({ description: '`""` when it was erased.' }),
          JITLabelID: Type.String({ description: 'Of the label on its boxes; `""` for an order without one.' }),
          Boxes: Type.Integer(),
          IsForAdult: Type.Boolean({ description: 'It has wine: Floor/HandOver requires IsOfAge.' }),
          Items: Type.Array(Type.Object({ ItemNo: Type.String(), Description: Type.String(), Units: Type.Integer() }), {
            description: 'The contents of the boxes.',
          }),
          PackedAt: Type.String(),
        }),
      ),
      Next: nextPageField,
    }),
    example: {
      Records: [
        {
          Order: { ...listedFloorOrderExample, Carrier: 'WILL', State: 'labeled', Packer: '' },
          Recipient: 'Pat Sample',
          JITLabelID: '',
          Boxes: 1,
          PackedAt: '2026-11-18T17:00:00Z',
          IsForAdult: true,
          Items: [{ ItemNo: '22CAB-RES', Description: '2022 Cabernet Sauvignon Reserve', Units: 2 }],
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid, or `After` is not the `Next` of an earlier page.',
    404: `${noSuchWarehouseText}.`,
  },
  check: checkTimePosition,
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, Scan: scan, After: after, Top: top = defaultOrders } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const name = scan?.trim();
    const scanned = name === undefined ? [] : await findPackedWillCallOrdersByScan(db, warehouse, name);
    const page = { name, after: parseTimePosition(after), limit: top + 1 };
    const positionOf = ({ changedAt, orderId }: FloorWork) => formatTimePosition({ at: changedAt, id: orderId });
    const { shown: works, next } =
      scanned.length > 0
        ? { shown: scanned, next: {} }
        : takePage(await listPackedWillCallOrders(db, warehouse, page), top, positionOf);
    const nameOf = await readCustomerNameLookup(db, works);
    const details = await readLeanOrderDetails(db, works);
    const orders = await readSalesOrders(db, works);
    const handedOver = await readWillCallContents(db, orders);
    const labelIds = new Map(orders.map(({ orderId, jitLabelId = '' }) => [orderId, jitLabelId]));
    return {
      Records: works.map((work) => {
        const recipient = details.get(work.orderId)?.recipient;
        const { items = [], isForAdult = true } = handedOver.get(work.orderId) ?? {};
        return {
          Order: listedFloorOrderRecord(work, nameOf),
          Recipient: recipient === undefined ? '' : formatRecipientName(recipient, 'CLUB'),
          JITLabelID: labelIds.get(work.orderId) ?? '',
          Boxes: work.boxes.length,
          PackedAt: formatInstant(work.changedAt),
          IsForAdult: isForAdult,
          Items: items.map(({ itemNo, description, units }) => ({
            ItemNo: itemNo,
            Description: description,
            Units: units,
          })),
        };
      }),
      ...next,
    };
  },
});
