/** When work on a transfer order starts at its source warehouse (decisions 2 and 21). Pure. */

import {
  findWorkingDayOnOrAfter,
  instantOfLocalTime,
  toHolidayDateSet,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { TransferRoute } from './transfer-order.ts';

/** Start of the workday in the warehouse's local time. */
const floorOpensAt = '06:00';

/**
 * The source warehouse's first working day on or after the requested date; the requested date itself for an unknown
 * warehouse.
 */
export function computeTransferDepartureDay(
  { fromWarehouse, requestedDate }: Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>,
  operator: OperatorSettings,
): Temporal.PlainDate {
  const warehouse = operator.warehouses.get(fromWarehouse);
  if (warehouse === undefined) return requestedDate;
  return findWorkingDayOnOrAfter(
    workCalendarOfWarehouse(warehouse, toHolidayDateSet(operator.holidays)),
    requestedDate,
  );
}

/** The start of the workday on the departure day; now if that is in the past, and for an unknown warehouse. */
export function computeTransferStartTime(
  order: Pick<TransferRoute, 'fromWarehouse' | 'requestedDate'>,
  now: Temporal.Instant,
  operator: OperatorSettings,
): Temporal.Instant {
  const warehouse = operator.warehouses.get(order.fromWarehouse);
  if (warehouse === undefined) return now;
  const begins = instantOfLocalTime(computeTransferDepartureDay(order, operator), floorOpensAt, warehouse.timeZone);
  return Temporal.Instant.compare(begins, now) > 0 ? begins : now;
}
