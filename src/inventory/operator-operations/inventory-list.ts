/** Inventory/List: balances of all customers, by customer, item, warehouse and status. */

import Type, { type Static } from 'typebox';
import { readCustomers } from '../../auth/index.ts';
import {
  buildListReply,
  codesFilterField,
  createKeyPositionCodec,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  customersFilterField,
  defaultListPageSize,
  errorsOfListOperations,
  maxExactListCount,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { limitToVisibleWarehouses } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { defineOperatorQuery, operatorRoles } from '../../platform/http/operator-operation.ts';
import { loadBlindItemCheck } from '../blind-items.ts';
import { countBalances, listBalances } from '../list-balances.ts';
import { emptyToUndefined } from '../query-lists.ts';
import { computeSellableUnits } from '../sellable.ts';

const Balance = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  ItemNo: Type.String(),
  Description: Type.String(),
  Warehouse: Type.String(),
  InventoryStatus: Type.String(),
  OnHand: Type.Optional(
    Type.Integer({
      description: 'Absent, as `Reserved` and `Sellable`, for people of the floor while the item is being counted.',
    }),
  ),
  Reserved: Type.Optional(Type.Integer({ description: 'Of what is on hand: reserved for orders, or in work.' })),
  Backordered: Type.Integer({ description: 'Orders and transfers wait for these units.' }),
  Incoming: Type.Integer({ description: 'On purchase orders, and on transfer orders in transit; not received.' }),
  Sellable: Type.Optional(
    Type.Integer({
      description:
        'On hand less reserved, where consumers may buy: in a sellable status, of an item that is not retired.',
    }),
  ),
});

type BalanceRecord = Static<typeof Balance>;

const position = createKeyPositionCodec('customerNo', 'warehouse', 'status', 'itemNo');

export const inventoryListOperation = defineOperatorQuery({
  path: '/api/Inventory/List',
  summary: 'List balances of all customers',
  description:
    'Returns the balances that match all filters, by customer, item, warehouse and status, in pages: `Next` of a page is the `After` of the following one. ' +
    'An item keeps its balances after they are used up. The role floor sees the balances of its warehouses.',
  roles: operatorRoles,
  request: Type.Object({
    Customers: customersFilterField,
    Warehouses: warehousesFilterField,
    Statuses: codesFilterField('Inventory statuses, `GOOD-NO-TX`; absent or empty: all.'),
    Text: Type.Optional(
      Type.String({ maxLength: 100, description: 'A part of the number, the description or the UPC of the item.' }),
    ),
    ...cursorPageRequestFields,
    // An item number alone has up to 255 characters.
    After: Type.Optional(Type.String({ maxLength: 400, description: '`Next` of the previous page.' })),
  }),
  requestExample: { Customers: ['W1001'], Text: 'pinot' },
  reply: {
    description: 'A page of balances.',
    schema: createListReplySchema(Balance),
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
          Reserved: 36,
          Backordered: 0,
          Incoming: 600,
          Sellable: 1164,
        },
      ],
      Count: 1,
    },
  },
  errors: errorsOfListOperations,
  check: createPagePositionCheck(position.read),
  execute: async ({ environment: { db }, operator, request }) => {
    const { After: after, Top: top = defaultListPageSize } = request;
    const filter = {
      customers: emptyToUndefined(request.Customers),
      warehouses: limitToVisibleWarehouses(operator, request.Warehouses ?? []),
      statuses: emptyToUndefined(request.Statuses),
      text: request.Text?.trim() ?? '',
    };
    const from = after === undefined ? undefined : position.read(after);
    const { rows, count } = await readWithCustomPlans(db, async (reader) => ({
      rows: await listBalances(reader, filter, { after: from, limit: top + 1 }),
      count: await countBalances(reader, filter, maxExactListCount + 1),
    }));
    const customers = await readCustomers(db, [...new Set(rows.map(({ customerNo }) => customerNo))]);
    const settings = await readOperatorSettings(db);
    const isBlind = await loadBlindItemCheck(db, operator, rows);
    return buildListReply(rows, top, count, {
      keyOf: position.write,
      toRecord: (row): BalanceRecord => ({
        CustomerNo: row.customerNo,
        CustomerName: customers.get(row.customerNo)?.name ?? '',
        ItemNo: row.itemNo,
        Description: row.description,
        Warehouse: row.warehouse,
        InventoryStatus: row.status,
        Backordered: row.backOrdered,
        Incoming: row.expected,
        ...(isBlind(row)
          ? {}
          : { OnHand: row.onHand, Reserved: row.reserved, Sellable: computeSellableUnits(row, settings).units }),
      }),
    });
  },
});
