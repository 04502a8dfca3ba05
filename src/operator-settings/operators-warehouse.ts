/** Reads the warehouse of an operator's request, which must exist and be one in which the operator works. */
import type { Warehouse } from '../contract/operator-settings.ts';
import { worksInWarehouse } from '../operators/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { notFoundError } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import { readOperatorSettings } from './settings-cache.ts';

/** The cause of a 404 in the declaration of an operation, without its period. */
export const noSuchWarehouseText = 'There is no such warehouse in which the operator works';

/** Throws `NotFound` for a warehouse that does not exist or in which the operator does not work. */
export async function readWarehouseWhereOperatorWorks(
  reader: DbReader,
  operator: OperatorCaller,
  code: string,
): Promise<Warehouse> {
  const warehouse = (await readOperatorSettings(reader)).warehouses.get(code);
  if (warehouse === undefined || !worksInWarehouse(operator, code))
    throw notFoundError(`There is no warehouse ${code} in which you work.`);
  return warehouse;
}
