/** Inventory/Explain: what each quantity of an item consists of, as `dray explain` shows it. */
import Type from 'typebox';
import { warehouseField } from '../../contract/code-lists.ts';
import { formatInstant } from '../../lib/dates.ts';
import { notFound } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readSkus, skuKeyText } from '../../skus/index.ts';
import { explainStock } from '../explain.ts';
import { ExplanationRecord, explanationExample, explanationRecord } from '../explanation-record.ts';

export const inventoryExplain = defineOperatorQuery({
  path: '/api/Inventory/Explain',
  summary: 'Explain the quantities of an item',
  description:
    'Returns for each balance of an item the movements, reservations, waiting orders and expectations that its quantities are the sums of. Lists end after `Top` entries; sums and counts include all.',
  credentials: 'session',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({
    CustomerNo: Type.String({ minLength: 1, maxLength: 100, description: 'The customer.' }),
    ItemNo: Type.String({ minLength: 1, maxLength: 255, description: 'The item.' }),
    Warehouse: Type.Optional(warehouseField('Only of this warehouse.')),
    Top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'Entries of each list; 20 by default.' }),
    ),
  }),
  requestExample: { CustomerNo: 'W1001', ItemNo: '23PIN-01' },
  reply: {
    description: 'The balances of the item, by warehouse and status; none when it has no history.',
    schema: Type.Object({ Records: Type.Array(ExplanationRecord) }),
    example: { Records: [explanationExample] },
  },
  errors: { 400: 'A field is not valid.', 404: 'The customer has no such item.' },
  execute: async ({ environment: { db }, request }) => {
    const { CustomerNo: customerNo, ItemNo: itemNo, Warehouse: warehouse, Top: maxListed } = request;
    const key = { customerNo, itemNo };
    if (!(await readSkus(db, [key])).has(skuKeyText(key))) {
      throw notFound(`Customer ${customerNo} has no item ${JSON.stringify(itemNo)}.`);
    }
    const places = await explainStock(db, { customerNo, itemNo, warehouse, maxListed });
    return { Records: places.map((place) => explanationRecord(place, (instant) => formatInstant(instant))) };
  },
});
