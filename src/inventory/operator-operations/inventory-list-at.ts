/** Inventory/ListAt: the stock of all customers on hand at the end of a past day, by customer, item, warehouse and status. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { dateField } from '../../contract/fields.ts';
import {
  buildListReply,
  createKeyPositionCodec,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  errorsOfListOperations,
  maxExactListCount,
  positionField,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { assertPresent } from '../../lib/assert.ts';
import { parseUsDate } from '../../lib/dates.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import type { Environment } from '../../platform/environment.ts';
import { defineOperatorQuery, type OperatorCaller } from '../../platform/http/operator-operation.ts';
import { listPastBalancesWithCount, type PastBalanceQuery, readPastBalancesInBatches } from '../list-past-balances.ts';
import type { PastBalance } from '../past-balances.ts';
import { emptyToUndefined } from '../query-filters.ts';

const position = createKeyPositionCodec('customerNo', 'warehouse', 'status', 'itemNo');

interface Filters {
  readonly Day: string;
  readonly Customers?: readonly string[];
  readonly Warehouses?: readonly string[];
  readonly Text?: string;
}

export const inventoryListAtOperation = defineOperatorQuery({
  path: '/api/Inventory/ListAt',
  summary: 'List what was on hand on a day',
  description:
    "Returns what customers had on hand at the end of a past day, in the operator's time zone, by customer, item, warehouse and status, in pages: `Next` of a page is the `After` of the following one.",
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    Day: dateField('The day.'),
    Customers: customersFilterField,
    Warehouses: warehousesFilterField,
    Text: Type.Optional(
      Type.String({ maxLength: 100, description: 'A part of the number, the description or the UPC of the item.' }),
    ),
    ...cursorPageRequestFields,
    After: positionField(400),
  }),
  requestExample: { Day: '10/31/2026', Customers: ['W1001'], Text: 'pinot' },
  reply: {
    description: 'A page of quantities.',
    schema: createListReplySchema(
      Type.Object({
        CustomerNo: Type.String(),
        CustomerName: Type.String(),
        ItemNo: Type.String(),
        Description: Type.String(),
        Warehouse: Type.String(),
        InventoryStatus: Type.String(),
        OnHand: Type.Integer(),
      }),
    ),
    example: {
      Records: [
        {
          CustomerNo: 'W1001',
          CustomerName: 'Hilltop Cellars',
          ItemNo: '23PIN-01',
          Description: '2023 Pinot Noir Estate 750ml',
          Warehouse: 'APC01',
          InventoryStatus: 'GOOD-NO-TX',
          OnHand: 1200,
        },
      ],
      Count: 1,
    },
  },
  errors: errorsOfListOperations,
  check: createPagePositionCheck(position.read),
  execute: async ({ environment, operator, request }) => {
    const { After: after, Top: top = defaultListPageSize } = request;
    const { rows, count } = await listPastBalancesWithCount(environment.db, queryOf(environment, operator, request), {
      after: after === undefined ? undefined : position.read(after),
      limit: top + 1,
      maxCount: maxExactListCount + 1,
    });
    return await pageAt(environment, rows, top, count);
  },
  // The sums of a group of customers are computed once, not for each of its pages.
  readAll: async function* ({ environment, operator, request }, top) {
    let rest: PastBalance[] = [];
    for await (const found of readPastBalancesInBatches(environment.db, queryOf(environment, operator, request))) {
      rest = [...rest, ...found];
      for (; rest.length > top; rest = rest.slice(top)) yield await pageAt(environment, rest.slice(0, top + 1), top, 0);
    }
    yield await pageAt(environment, rest, top, 0);
  },
});

const queryOf = (
  { config }: Environment,
  operator: OperatorCaller,
  { Day, Customers, Warehouses = [], Text = '' }: Filters,
): PastBalanceQuery => ({
  past: { day: assertPresent(parseUsDate(Day), 'a checked date'), timeZone: config.timeZone },
  customers: emptyToUndefined(Customers),
  filter: { warehouses: limitToVisibleWarehouses(operator, Warehouses), text: Text.trim() },
});

async function pageAt({ db }: Environment, rows: readonly PastBalance[], top: number, count: number) {
  const nameOf = await readCustomerNameLookup(db, rows);
  return buildListReply(rows, top, count, {
    keyOf: position.write,
    toRecord: (row) => ({
      CustomerNo: row.customerNo,
      CustomerName: nameOf(row.customerNo),
      ItemNo: row.itemNo,
      Description: row.description,
      Warehouse: row.warehouse,
      InventoryStatus: row.status,
      OnHand: row.onHand,
    }),
  });
}
