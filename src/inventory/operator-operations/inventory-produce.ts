/** Inventory/Produce: gift sets are assembled, or bottles relabeled, by a lead or an admin. */

import Type from 'typebox';
import { maxNoteLength } from '../../contract/entry-limits.ts';
import { postProductionOperation } from '../operations/post-production.ts';
import { defineOperatorStockChange } from '../operator-stock-change.ts';

export const inventoryProduceOperation = defineOperatorStockChange(postProductionOperation, {
  path: '/api/Inventory/Produce',
  summary: 'Assemble sets, or relabel bottles',
  description:
    'Posts one balanced Production Line: components out, sets in, at one warehouse and in one inventory status; one component of one unit relabels it. Reserved components are not used, so no order loses stock. The sets are allocated to backordered orders first: the reply names them; `Preview` returns it without changing anything.',
  fields: {
    Note: Type.Optional(Type.String({ maxLength: maxNoteLength, description: 'Why, in the words of the person.' })),
  },
  action: 'inventory.produced',
  itemNos: ({ itemNo, components }) => [itemNo, ...components.map((component) => component.itemNo)],
});
