/** Fields, the reply and the shortage policy that operations on stock share. */

import Type from 'typebox';
import { inventoryOrTaxStatusField, warehouseField } from '../../contract/code-lists.ts';
import { identifierField, maxQuantity, quantityField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';

export const stockWarehouseField = warehouseField('Warehouse code.');
export const stockStatusField = inventoryOrTaxStatusField('Inventory status of the stock.');

export const itemsToAdjustField = Type.Array(
  Type.Object(
    {
      ItemNo: identifierField('Item number. The operator must store the item.'),
      Quantity: Type.Integer({
        description: 'Change in units of the item: positive adds stock, negative removes it. Not 0.',
        minimum: -maxQuantity,
        maximum: maxQuantity,
        examples: [-2],
      }),
    },
    { title: 'AdjustedItem' },
  ),
  { minItems: 1, maxItems: 500, description: 'Items to adjust. Lines with the same item are added up.' },
);

export const itemsToMoveField = Type.Array(
  Type.Object(
    {
      ItemNo: identifierField('Item number. The operator must store the item.'),
      Quantity: quantityField('Units of the item.'),
    },
    { title: 'MovedItem' },
  ),
  { minItems: 1, maxItems: 500, description: 'Items to move. Lines with the same item are added up.' },
);

export const stockPostedReplyDeclaration = {
  status: 200,
  description: 'Posted.',
  schema: Type.Object({ TransactionReferenceNumber: TransactionReference }, { title: 'StockPosted' }),
  example: { TransactionReferenceNumber: transactionReferenceExample },
} as const;

export const toStockPostedBody = ({ reference }: { readonly reference: string }) => ({
  TransactionReferenceNumber: reference,
});

export const toItemQuantities = (items: readonly { readonly ItemNo: string; readonly Quantity: number }[]) =>
  items.map(({ ItemNo, Quantity }) => ({ itemNo: ItemNo, quantity: Quantity }));

/** Describes the loss of reservations when an operation removes reserved stock. */
export const removedReservationsText =
  'Reserved stock can be removed: the newest reservations of orders that are not yet in processing are released, and those orders go on Inventory hold unless other stock fills them. Orders in processing ship short only when that is not enough.';
