/**
 * Weather windows that an admin lets single orders pass (decision 11). Rules place their holds again whenever they are
 * evaluated, so the decision is stored with the order.
 */
import type { StandingRules } from '../operator-settings/index.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { Hold } from './order.ts';
import type { SalesOrderKey } from './order-store.ts';

const overrides = new Table(
  'sales_order_weather_overrides',
  { customerNo: column.text(), orderId: column.uuid(), ruleId: column.text(), setBy: column.text() },
  ['customerNo', 'orderId', 'ruleId'],
);

/** An admin's decision that a weather window does not hold an order. */
interface WeatherOverride extends SalesOrderKey {
  /** The window: the cause of its holds. */
  readonly ruleId: string;
  readonly setBy: string;
}

/** Saves that weather windows do not hold these orders. Idempotent. */
export const insertWeatherOverrides: (tx: Tx, rows: readonly WeatherOverride[]) => void = overrides.insertOrIgnore();

const findOverrides = overrides.find({ by: ['customerNo', 'orderId'], columns: ['orderId', 'ruleId'] });

/** Removes from an order's holds those of windows that it may pass. */
type OverriddenWeatherHoldRemover = (orderId: string, holds: readonly Hold[]) => readonly Hold[];

/**
 * Reads the weather overrides of these orders, and returns the function that applies them to holds. Runs no statement
 * while there is no weather window.
 */
export async function loadOverriddenWeatherHoldRemover(
  reader: DbReader,
  { windows }: Pick<StandingRules, 'windows'>,
  orders: readonly SalesOrderKey[],
): Promise<OverriddenWeatherHoldRemover> {
  if (windows.size === 0 || orders.length === 0) return (_orderId, holds) => holds;
  const passed = new Set((await findOverrides(reader, orders)).map(({ orderId, ruleId }) => `${orderId} ${ruleId}`));
  return (orderId, holds) =>
    passed.size === 0
      ? holds
      : holds.filter(({ reason, cause }) => reason !== 'Weather' || !passed.has(`${orderId} ${cause}`));
}
