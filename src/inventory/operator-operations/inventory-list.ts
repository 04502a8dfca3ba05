/** Inventory/List: balances of all customers, by customer, item, warehouse and status. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import {
  codesFilterField,
  createKeyPositionCodec,
  customersFilterField,
  warehousesFilterField,
} from '../../contract/list-fields.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { defineOperatorList, limitToVisibleWarehouses } from '../../operators/index.ts';
import { readWithCustomPlans } from '../../platform/db/custom-plans.ts';
import { operatorRoles } from '../../platform/http/operator-operation.ts';
import { loadBlindItemCheck } from '../blind-items.ts';
import { countBalances, listBalances } from '../list-balances.ts';
import { emptyToUndefined } from '../query-filters.ts';
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

export const inventoryListOperation = defineOperatorList({
  path: '/api/Inventory/List',
  summary: 'List balances of all customers',
  description:
    'Returns the balances that match all filters, by customer, item, warehouse and status, in pages: `Next` of a page is the `After` of the following one. ' +
    'An item keeps its balances after they are used up. The role floor sees the balances of its warehouses.',
  roles: operatorRoles,
  filters: {
    Customers: customersFilterField,
    Warehouses: warehousesFilterField,
    Statuses: codesFilterField('Inventory statuses, `GOOD-NO-TX`; absent or empty: all.'),
    Text: Type.Optional(
      Type.String({ maxLength: 100, description: 'A part of the number, the description or the UPC of the item.' }),
    ),
  },
  requestExample: { Customers: ['W1001'], Text: 'pinot' },
  reply: {
    description: 'A page of balances.',
    record: Balance,
    example: {
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
  },
  parsePosition: position.read,
  // An item number alone has up to 255 characters.
  maxPositionLength: 400,
  execute: async ({ environment: { db }, operator, request }, page, buildReply) => {
    const filter = {
      customers: emptyToUndefined(request.Customers),
      warehouses: limitToVisibleWarehouses(operator, request.Warehouses ?? []),
      statuses: emptyToUndefined(request.Statuses),
      text: request.Text?.trim() ?? '',
    };
    const { rows, count } = await readWithCustomPlans(db, async (reader) => ({
      rows: await listBalances(reader, filter, page),
      count: await countBalances(reader, filter, page.maxCounted),
    }));
    const nameOf = await readCustomerNameLookup(db, rows);
    const settings = await readOperatorSettings(db);
    const isBlind = await loadBlindItemCheck(db, operator, rows);
    return buildReply(rows, count, {
      keyOf: position.write,
      toRecord: (row): BalanceRecord => ({
        CustomerNo: row.customerNo,
        CustomerName: nameOf(row.customerNo),
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
