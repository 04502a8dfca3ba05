/** Inventory/Adjust: stock is found, lost or corrected, by a lead or an admin. */

import { adjustInventoryOperation } from '../operations/adjust-inventory.ts';
import { removedReservationsText } from '../operations/stock-fields.ts';
import { defineOperatorStockChange } from '../operator-stock-change.ts';

export const inventoryAdjustOperation = defineOperatorStockChange(adjustInventoryOperation, {
  path: '/api/Inventory/Adjust',
  description: `Posts an Inventory Adjustment with a reason code: all items, or none. Added stock is allocated to backordered orders first. ${removedReservationsText} The reply names them; \`Preview\` returns it without changing anything.`,
  action: 'inventory.adjusted',
  itemNos: ({ items }) => items.map(({ itemNo }) => itemNo),
});
