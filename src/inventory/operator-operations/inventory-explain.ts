/** Inventory/Explain: the entries of which each quantity of an item is the sum, as `dray explain` shows them. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { warehouseField } from '../../contract/code-lists.ts';
import { itemKeyFields } from '../../contract/operator-key-fields.ts';
import { formatInstant } from '../../lib/dates.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { formatSkuKey, readSkus } from '../../skus/index.ts';
import { explainItemBalances } from '../explain.ts';
import {
  BalanceExplanationRecord,
  balanceExplanationExample,
  toBalanceExplanationRecord,
} from '../explanation-record.ts';
import { computeSellableUnits } from '../sellable.ts';

const Explanation = Type.Object({
  ...BalanceExplanationRecord.properties,
  Sellable: Type.Object({
    Quantity: Type.Integer({ description: 'Units that consumers may buy, as GetSellable counts them.' }),
    Because: Type.String({ description: 'Why not everything on hand is sellable; `""` when it is.' }),
  }),
});

export const inventoryExplainOperation = defineOperatorQuery({
  path: '/api/Inventory/Explain',
  summary: 'Explain the quantities of an item',
  description:
    'Returns for each balance of an item the movements, reservations, waiting orders and expectations that its quantities are the sums of, and what of it consumers may buy. ' +
    'Lists end after `Top` entries. Sums include all entries; counts include all but movements of archived months.',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    ...itemKeyFields,
    Warehouse: Type.Optional(warehouseField('Only of this warehouse.')),
    Top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'Entries of each list; 20 by default.' }),
    ),
  }),
  requestExample: { CustomerNo: 'W1001', ItemNo: '23PIN-01' },
  reply: {
    description: 'The item and its balances, by warehouse and status; none when it has no history.',
    schema: Type.Object({
      CustomerNo: Type.String(),
      CustomerName: Type.String(),
      ItemNo: Type.String(),
      Description: Type.String(),
      IsRetired: Type.Boolean(),
      Records: Type.Array(Explanation),
    }),
    example: {
      CustomerNo: 'W1001',
      CustomerName: 'Hilltop Cellars',
      ItemNo: '23PIN-01',
      Description: '2023 Pinot Noir Estate 750ml',
      IsRetired: false,
      Records: [
        { ...balanceExplanationExample, Sellable: { Quantity: 594, Because: '6 of 600 units on hand are reserved.' } },
      ],
    },
  },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such item.' },
  execute: async ({ environment: { db }, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo, Warehouse: warehouse, Top: maxListed } = request;
    const key = { customerNo, itemNo };
    const sku = (await readSkus(db, [key])).get(formatSkuKey(key));
    if (sku === undefined) throw notFoundError(`Customer ${customerNo} has no item ${JSON.stringify(itemNo)}.`);
    const nameOf = await readCustomerNameLookup(db, [{ customerNo }]);
    const settings = await readOperatorSettings(db);
    const places = await explainItemBalances(db, { customerNo, itemNo, warehouse, maxListed });
    return {
      CustomerNo: customerNo,
      CustomerName: nameOf(customerNo),
      ItemNo: itemNo,
      Description: sku.description,
      IsRetired: sku.retired,
      Records: places.map((place) => {
        const { warehouse: at, status, onHand, reserved } = place;
        const balance = { customerNo, warehouse: at, status, onHand: onHand.kept, reserved: reserved.kept };
        const { units, because } = computeSellableUnits({ ...balance, isRetired: sku.retired }, settings);
        return {
          ...toBalanceExplanationRecord(place, (instant) => formatInstant(instant)),
          Sellable: { Quantity: units, Because: because },
        };
      }),
    };
  },
});
