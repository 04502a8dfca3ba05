/** Warehouses in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { codeField } from '../contract/fields.ts';
import type { SavedWarehouse } from '../operator-settings/index.ts';

export const workingDaysField = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  maxItems: 7,
  uniqueItems: true,
  description: 'The days on which orders ship, 1 Monday to 7 Sunday.',
});

/** Whether people or the system work on the orders of a warehouse. */
export const warehouseFloorModeField = codeField(
  '`worked`: people release, pack and ship its orders, which stay open until they are released. `automatic`: orders are started when they are due.',
  ['automatic', 'worked'],
);

export const WarehouseRecord = Type.Object({
  Warehouse: Type.String(),
  City: Type.String(),
  State: Type.String(),
  ZipCode: Type.String(),
  TimeZone: Type.String(),
  WorkingDays: workingDaysField,
  AcceptsReturns: Type.Boolean({ description: 'Whether returns go there.' }),
  Floor: warehouseFloorModeField,
});

export const warehouseExample: Static<typeof WarehouseRecord> = {
  Warehouse: 'SAC01',
  City: 'Sacramento',
  State: 'CA',
  ZipCode: '95814',
  TimeZone: 'America/Los_Angeles',
  WorkingDays: [1, 2, 3, 4, 5],
  AcceptsReturns: true,
  Floor: 'automatic',
};

/** A warehouse as replies, the audit and the command line show it. */
export function warehouseRecord(warehouse: SavedWarehouse): Static<typeof WarehouseRecord> {
  return {
    Warehouse: warehouse.code,
    City: warehouse.city,
    State: warehouse.state,
    ZipCode: warehouse.zip,
    TimeZone: warehouse.timeZone,
    WorkingDays: [...warehouse.workingDays],
    AcceptsReturns: warehouse.acceptsReturns,
    Floor: warehouse.isWorked === true ? 'worked' : 'automatic',
  };
}
