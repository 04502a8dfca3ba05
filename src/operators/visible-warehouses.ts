/** Which warehouses an operator sees. */
import { AppError, refuseState } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';

/**
 * The warehouses that a filter selects for an operator; undefined for all. People of the floor see their own warehouses
 * only.
 */
export function limitToVisibleWarehouses(
  { role, warehouses }: OperatorCaller,
  wanted: readonly string[],
): readonly string[] | undefined {
  const limited = role === 'floor' && warehouses.length > 0;
  if (!limited) return wanted.length === 0 ? undefined : wanted;
  return wanted.length === 0 ? warehouses : warehouses.filter((code) => wanted.includes(code));
}

/** Whether the operator works in a warehouse: people of the floor in their own only. */
export function worksInWarehouse(operator: OperatorCaller, warehouse: string): boolean {
  const visible = limitToVisibleWarehouses(operator, [warehouse]);
  return visible === undefined || visible.includes(warehouse);
}

/** Throws `StateForbids` for a warehouse in which the operator does not work. */
export function assertWorksInWarehouse(operator: OperatorCaller, warehouse: string): void {
  if (worksInWarehouse(operator, warehouse)) return;
  throw new AppError(refuseState('ELSEWHERE', `You do not work in ${warehouse}.`).refused);
}
