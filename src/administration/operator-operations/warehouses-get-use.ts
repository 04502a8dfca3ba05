/** Warehouses/GetUse: what keeps a warehouse from being removed. */

import Type from 'typebox';
import { allCustomers, listCustomers } from '../../auth/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { notFound } from '../../platform/errors.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { maxUsers, StockUseRecord, stockUseExample, stockUseRecords } from '../stock-use-fields.ts';
import { warehouseCodeField } from '../warehouse-fields.ts';

export const warehousesGetUse = defineOperatorQuery({
  path: '/api/Warehouses/GetUse',
  summary: 'Read what uses a warehouse',
  description: `Returns the customers with stock, backorders or expected units in the warehouse, those with the most first (at most ${maxUsers}), and the customers whose default it is. Without any, and without an open count, a return that is not closed, an order on its floor or an open JIT order, it can be removed.`,
  credentials: 'session',
  roles: ['lead', 'service', 'admin'],
  request: Type.Object({ Warehouse: warehouseCodeField }),
  requestExample: { Warehouse: 'SAC01' },
  reply: {
    description: 'What uses it.',
    schema: Type.Object({
      Stock: Type.Array(StockUseRecord),
      DefaultOf: Type.Array(Type.String(), {
        description: 'Customers whose orders go there when they name no warehouse.',
      }),
    }),
    example: { Stock: [stockUseExample], DefaultOf: ['W1002'] },
  },
  errors: { 400: 'A field is not valid.', 404: 'There is no such warehouse.' },
  execute: async ({ environment: { db }, request: { Warehouse: warehouse } }) => {
    if (!(await readOperatorSettings(db)).warehouses.has(warehouse)) {
      throw notFound(`There is no warehouse ${warehouse}.`);
    }
    const customers = await listCustomers(db, { limit: allCustomers });
    return {
      Stock: await stockUseRecords(db, undefined, { warehouse }),
      DefaultOf: customers
        .filter(({ preferences }) => preferences.defaultWarehouse === warehouse)
        .map(({ customerNo }) => customerNo),
    };
  },
});
