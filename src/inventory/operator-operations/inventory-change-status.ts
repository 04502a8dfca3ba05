/** Inventory/ChangeStatus: stock moves to another inventory status, by a lead or an admin. */

import { changeInventoryStatusOperation } from '../operations/change-inventory-status.ts';
import { removedReservationsText } from '../operations/stock-fields.ts';
import { defineOperatorStockChange } from '../operator-stock-change.ts';

export const inventoryChangeStatusOperation = defineOperatorStockChange(changeInventoryStatusOperation, {
  path: '/api/Inventory/ChangeStatus',
  description: `Posts one balanced Inventory Status Change: all items, or none. Stock in the new status is allocated to backordered orders first. ${removedReservationsText} The reply names them; \`Preview\` returns it without changing anything.`,
  requestExample: {
    Warehouse: 'APC01',
    FromInventoryStatus: 'GOOD-NO-TX',
    ToInventoryStatus: 'DMGD-NO-TX',
    ReasonCode: 'DAMAGED',
    Items: [{ ItemNo: '23PIN-01', Quantity: 3 }],
  },
  action: 'inventory.status_changed',
  itemNos: ({ items }) => items.map(({ itemNo }) => itemNo),
});
