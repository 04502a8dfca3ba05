/** Inventory/ListAt: a customer's stock on hand at the end of a past day. */
import Type from 'typebox';
import { assertCustomer } from '../../auth/index.ts';
import { dateField, nameField } from '../../contract/fields.ts';
import { afterFaults, defaultTop, keyPosition, listPage, listReply, pageFields } from '../../contract/list-fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseDate } from '../../lib/dates.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { balancesAt } from '../history.ts';

const position = keyPosition('warehouse', 'status', 'itemNo');

export const inventoryListAt = defineOperatorQuery({
  path: '/api/Inventory/ListAt',
  summary: 'List what was on hand on a day',
  description:
    "Returns what a customer had on hand at the end of a past day, in the operator's time zone, by warehouse, status and item, in pages: `Next` of a page is the `After` of the following one.",
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    CustomerNo: nameField('The customer.'),
    Day: dateField('The day.'),
    ...pageFields,
    After: Type.Optional(Type.String({ maxLength: 400, description: '`Next` of the previous page.' })),
  }),
  requestExample: { CustomerNo: 'W1001', Day: '10/31/2026' },
  reply: {
    description: 'A page of quantities.',
    schema: listReply(
      Type.Object({
        ...{ CustomerNo: Type.String(), ItemNo: Type.String(), Warehouse: Type.String() },
        ...{ InventoryStatus: Type.String(), OnHand: Type.Integer() },
      }),
    ),
    example: {
      Records: [
        {
          ...{ CustomerNo: 'W1001', ItemNo: '23PIN-01', Warehouse: 'APC01' },
          ...{ InventoryStatus: 'GOOD-NO-TX', OnHand: 1200 },
        },
      ],
      Count: 1,
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such customer.' },
  check: afterFaults(position.read),
  execute: async ({ environment: { db, config }, request }) => {
    const { CustomerNo: customerNo, Day, After: after, Top: top = defaultTop } = request;
    await assertCustomer(db, customerNo);
    const day = assertPresent(parseDate(Day), 'a checked date');
    const rows = await balancesAt(db, customerNo, day, config.timeZone);
    const keyed = rows.map((row) => ({ row, key: position.write(row) })).sort((a, b) => (a.key < b.key ? -1 : 1));
    const page = keyed.filter(({ key }) => after === undefined || key > after).slice(0, top + 1);
    return listPage(page, top, rows.length, {
      keyOf: ({ key }) => key,
      toRecord: ({ row }) => ({
        ...{ CustomerNo: customerNo, ItemNo: row.itemNo, Warehouse: row.warehouse },
        ...{ InventoryStatus: row.status, OnHand: row.onHand },
      }),
    });
  },
});
