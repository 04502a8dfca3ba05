/** Fields that operations about the stock share. */
import Type from 'typebox';
import { anyInventoryStatusField, warehouseField } from '../../contract/code-lists.ts';
import { nameField, quantityField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';

export const Warehouse = warehouseField('Where.');
export const InventoryStatus = anyInventoryStatusField('Inventory status of the stock.');

/** The most that one line moves: ours, as of every quantity. */
const maxUnits = 1_000_000;

export const SignedItems = Type.Array(
  Type.Object(
    {
      ItemNo: nameField('Item of which the operator keeps the stock.'),
      Quantity: Type.Integer({
        description: 'By how much the stock changes, in units of the item: above 0 it grows. Never 0.',
        minimum: -maxUnits,
        maximum: maxUnits,
        examples: [-2],
      }),
    },
    { title: 'AdjustedItem' },
  ),
  { minItems: 1, maxItems: 500, description: 'What changes. Two lines of one item add up.' },
);

export const MovedItems = Type.Array(
  Type.Object(
    {
      ItemNo: nameField('Item of which the operator keeps the stock.'),
      Quantity: quantityField('How many units of the item.'),
    },
    { title: 'MovedItem' },
  ),
  { minItems: 1, maxItems: 500, description: 'What moves. Two lines of one item add up.' },
);

/** The reply of what has posted. */
export const postedReply = {
  status: 200,
  description: 'The ledger has it.',
  schema: Type.Object({ TransactionReferenceNumber: TransactionReference }, { title: 'StockPosted' }),
  example: { TransactionReferenceNumber: referenceExample },
} as const;

export const postedBody = ({ reference }: { readonly reference: string }) => ({
  TransactionReferenceNumber: reference,
});

export const itemsOf = (items: readonly { readonly ItemNo: string; readonly Quantity: number }[]) =>
  items.map(({ ItemNo, Quantity }) => ({ itemNo: ItemNo, quantity: Quantity }));

/** What is told of reservations by operations that can take reserved stock away. */
export const shortagePolicy =
  'Stock that is reserved may disappear: then the reservations that are last in the queue and not yet in work go back to an Inventory hold, and only what is already in work goes out short.';
