/** When a transfer order falls due at its source (decision 2). Pure. */
import { calendarOf, holidaySet, instantAt, workingDayFrom } from '../carriers/index.ts';
import type { OperatorData } from '../inventory/index.ts';
import type { TransferRoute } from './transfer-order.ts';

/** When the floor begins its day, on the warehouse's clock. */
const morning = '06:00';

/** The first working day of the source from the requested date on; the date itself where the operator has no such warehouse. */
export function departureDay(
  { fromWarehouse, requestedDate }: Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>,
  operator: OperatorData,
): Temporal.PlainDate {
  const warehouse = operator.warehouses.get(fromWarehouse);
  if (warehouse === undefined) return requestedDate;
  return workingDayFrom(calendarOf(warehouse, holidaySet(operator.holidays)), requestedDate);
}

/** When work on it is to begin: in the morning of that day, at once when that is past. */
export function beginTime(
  order: Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>,
  now: Temporal.Instant,
  operator: OperatorData,
): Temporal.Instant {
  const warehouse = operator.warehouses.get(order.fromWarehouse);
  if (warehouse === undefined) return now;
  const begins = instantAt(departureDay(order, operator), morning, warehouse.timeZone);
  return Temporal.Instant.compare(begins, now) > 0 ? begins : now;
}
