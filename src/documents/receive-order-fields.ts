/** Fields of requests and replies that receive purchase and transfer orders. */
import Type, { type TInteger } from 'typebox';
import { inventoryStatusField } from '../contract/code-lists.ts';
import { identifierField } from '../contract/fields.ts';
import type { OrderLineUnits, ReceivedItem } from './assign-received-units.ts';

interface ReceivedLineFields {
  readonly title: string;
  readonly itemNo: string;
  readonly quantity: TInteger;
  readonly description: string;
}

/** The received items of a request. */
export const receivedLinesField = ({ title, itemNo, quantity, description }: ReceivedLineFields) =>
  Type.Array(
    Type.Object(
      {
        ItemNo: identifierField(itemNo),
        ItemQuantity: Type.Optional(quantity),
        InventoryStatusCode: Type.Optional(
          inventoryStatusField('Inventory status to post to. Default: as ordered. Damaged goods: DMGD-NO-TX.'),
        ),
      },
      { title },
    ),
    { minItems: 1, maxItems: 1000, description },
  );

interface ReceivedLine {
  readonly ItemNo: string;
  readonly ItemQuantity?: number | undefined;
  readonly InventoryStatusCode?: string | undefined;
}

export const receivedItemOf = (line: ReceivedLine): ReceivedItem => ({
  itemNo: line.ItemNo,
  quantity: line.ItemQuantity,
  status: line.InventoryStatusCode,
});

/** The posted units of a reply. */
export const postedLinesField = (title: string, description: string) =>
  Type.Array(
    Type.Object(
      {
        ItemNo: Type.String({ description: 'Item.' }),
        ItemQuantity: Type.Integer({ description: 'Units of the item.' }),
        InventoryStatusCode: Type.String({ description: 'Inventory status.' }),
      },
      { title },
    ),
    { description },
  );

export const postedLineRecord = ({ itemNo, quantity, status }: OrderLineUnits) => ({
  ItemNo: itemNo,
  ItemQuantity: quantity,
  InventoryStatusCode: status,
});
