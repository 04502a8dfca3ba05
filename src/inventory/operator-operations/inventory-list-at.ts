/** Inventory/ListAt: a customer's stock on hand at the end of a past day. */
import Type from 'typebox';
import { assertCustomer } from '../../auth/index.ts';
import { dateField, nameField } from '../../contract/fields.ts';
import { afterFaults, defaultTop, keyPosition, listPage, listReply, pageFields } from '../../contract/list-fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseDate } from '../../lib/dates.ts';
import type { Environment } from '../../platform/environment.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { balancesAt, type PastBalance } from '../history.ts';

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
  execute: async ({ environment, request }) => {
    const { After: after, Top: top = defaultTop } = request;
    const rows = await readSorted(environment, request);
    const first = after === undefined ? 0 : rows.findIndex(({ key }) => key > after);
    return pageAt(rows, first === -1 ? rows.length : first, top);
  },
  // The sums of the day are computed for each page.
  readAll: async ({ environment, request }, top) => pagesOf(await readSorted(environment, request), top),
});

interface KeyedBalance {
  readonly key: string;
  readonly row: PastBalance;
}

async function readSorted(
  { db, config }: Environment,
  { CustomerNo: customerNo, Day }: { readonly CustomerNo: string; readonly Day: string },
): Promise<KeyedBalance[]> {
  await assertCustomer(db, customerNo);
  const day = assertPresent(parseDate(Day), 'a checked date');
  const rows = await balancesAt(db, customerNo, day, config.timeZone);
  return rows.map((row) => ({ row, key: position.write(row) })).sort((a, b) => (a.key < b.key ? -1 : 1));
}

const pageAt = (rows: readonly KeyedBalance[], first: number, top: number) =>
  listPage(rows.slice(first, first + top + 1), top, rows.length, {
    keyOf: ({ key }) => key,
    toRecord: ({ row }) => ({
      ...{ CustomerNo: row.customerNo, ItemNo: row.itemNo, Warehouse: row.warehouse },
      ...{ InventoryStatus: row.status, OnHand: row.onHand },
    }),
  });

/** All pages, at least one. */
function* pagesOf(rows: readonly KeyedBalance[], top: number) {
  let first = 0;
  do {
    yield pageAt(rows, first, top);
    first += top;
  } while (first < rows.length);
}
