/** Decides whether processing of a due order starts, is postponed, or is put on hold. Pure (decisions 8, 10, 11). */
import {
  computeFirstAllowedShipDate,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  isWillCallCarrier,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import type { Hold, SalesOrder } from '../sales-orders/index.ts';
import { type CarrierMode, noCarrierHold, tooManyPackagesHold } from './carrier-holds.ts';
import { isWithinPackageLimit } from './packing.ts';
import { selectLinesToPack, shipperChoicesOfOrder, toPackingLines } from './plan-packages.ts';

/** The decision about an order without holds that becomes due. */
type ProcessingStartDecision =
  | { readonly decision: 'start' }
  /** Nothing of it needs packing, so it is complete. */
  | { readonly decision: 'complete' }
  | { readonly decision: 'hold'; readonly hold: Hold }
  /** Its ship date has not begun. It is due again at `at`. */
  | { readonly decision: 'later'; readonly at: Temporal.Instant };

/** When orders start by themselves on their ship date, in the warehouse's time zone. */
const morning = '06:00';
/** From when on a person may start them on that day. */
const earliestStartByPerson = '00:00';

/**
 * Decides about an order without holds that became due at `dueAt`. In order of precedence: a ship date that has not begun,
 * nothing to pack, a hold. An order that a person starts (`isByPerson`) may start from the first minute of its ship date on.
 */
export function decideProcessingStart(
  order: SalesOrder,
  dueAt: Temporal.Instant,
  operator: OperatorSettings,
  carriers: CarrierMode,
  isByPerson: boolean,
): ProcessingStartDecision {
  const later = postponedStart(order, dueAt, operator, isByPerson ? earliestStartByPerson : morning);
  if (later !== undefined) return { decision: 'later', at: later };
  if (selectLinesToPack(order).length === 0) return { decision: 'complete' };
  if (carriers === 'none' && !isWillCallCarrier(order.carrier)) return { decision: 'hold', hold: noCarrierHold };
  if (!isWithinPackageLimit(toPackingLines(order), shipperChoicesOfOrder(order, operator)))
    return { decision: 'hold', hold: tooManyPackagesHold };
  return { decision: 'start' };
}

function postponedStart(
  order: SalesOrder,
  dueAt: Temporal.Instant,
  operator: OperatorSettings,
  earliest: string,
): Temporal.Instant | undefined {
  const warehouse = operator.warehouses.get(order.warehouse);
  if (warehouse === undefined || (order.requestedShipDate === undefined && order.shipDays === '')) return undefined;
  const calendar = workCalendarOfWarehouse(warehouse, holidayDateSetOfOperator(operator));
  const day = computeFirstAllowedShipDate(calendar, dueAt, order);
  if (day === undefined) return undefined;
  const begins = instantOfLocalTime(day, earliest, warehouse.timeZone);
  return Temporal.Instant.compare(begins, dueAt) > 0 ? instantOfLocalTime(day, morning, warehouse.timeZone) : undefined;
}
