/** When a transfer order falls due at its source (decision 2). Pure. */

import { calendarOf, holidaySet, instantAt, workingDayFrom } from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { TransferRoute } from './transfer-order.ts';

/** When the floor begins its day, on the warehouse's clock. */
const floorOpensAt = '06:00';

/** The first working day of the source from the requested date on; the date itself where the operator has no such warehouse. */
export function transferDepartureDay(
  { fromWarehouse, requestedDate }: Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>,
  operator: OperatorSettings,
): Temporal.PlainDate {
  const warehouse = operator.warehouses.get(fromWarehouse);
  if (warehouse === undefined) return requestedDate;
  return workingDayFrom(calendarOf(warehouse, holidaySet(operator.holidays)), requestedDate);
}

/** When work on it is to begin: in the morning of that day, at once when that is past. */
export function transferStartTime(
  order: Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>,
  now: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.Instant {
  const warehouse = operator.warehouses.get(order.fromWarehouse);
  if (warehouse === undefined) return now;
  const begins = instantAt(transferDepartureDay(order, operator), floorOpensAt, warehouse.timeZone);
  return Temporal.Instant.compare(begins, now) > 0 ? begins : now;
}
