/** Statuses/GetUse: what keeps an inventory status from being removed. */
import Type from 'typebox';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { inventoryStatusKeyFields, statusRecords } from '../inventory-status-fields.ts';
import { maxListedStockUses, readStockUseRecords, StockUseRecord, stockUseExample } from '../stock-use-fields.ts';

export const statusesGetUse = defineOperatorQuery({
  path: '/api/Statuses/GetUse',
  summary: 'Read what uses an inventory status',
  description: `Returns the customers with stock, backorders or expected units in a customer's own status or, without \`CustomerNo\`, in one of the interface's; those with the most first (at most ${maxListedStockUses}). Without any it can be removed, unless a transfer order that has not left is to arrive in it.`,
  roles: ['lead', 'service', 'admin'],
  request: Type.Object(inventoryStatusKeyFields),
  requestExample: { CustomerNo: 'W1001', InventoryStatus: 'GOOD-EV-TX' },
  reply: {
    description: 'The customers whose stock is in it.',
    schema: Type.Object({ Stock: Type.Array(StockUseRecord) }),
    example: { Stock: [stockUseExample] },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such status.' },
  execute: async ({ environment: { db }, request: { CustomerNo: customerNo, InventoryStatus: status } }) => {
    const known = statusRecords(await readOperatorSettings(db), customerNo);
    if (!known.some(({ InventoryStatus }) => InventoryStatus === status)) {
      throw notFoundError(`There is no status ${status}.`);
    }
    return { Stock: await readStockUseRecords(db, customerNo, { status }) };
  },
});
