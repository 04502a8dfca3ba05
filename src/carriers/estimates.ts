/**
 * Delivery estimates: for each of a warehouse's next ship dates, every domestic service of FEX and UPS whose cutoff is still
 * open (interface: Commerce, GetDeliveryEstimates; decision 9). Pure.
 */

import { type CarrierServiceCode, carrierServiceCodes } from '../contract/code-lists.ts';
import type { Cutoff, Warehouse } from '../contract/operator-settings.ts';
import type { OperatorSettings } from '../operator-settings/index.ts';
import {
  computeNextShipDates,
  type HolidayDateSet,
  holidayDateSetOfOperator,
  workCalendarOfWarehouse,
} from './calendar.ts';
import { toCarrierAndService } from './codes.ts';
import { formatCarrierServiceKey, type ShipmentRoute, type TransitEstimate, type TransitRequest } from './gateway.ts';
import {
  computeDeliveryDate,
  computeTransitDays,
  countCarrierWorkingDaysUntil,
  domesticZipOf,
  findTransitDaysInTable,
} from './transit.ts';

/** Carriers with delivery estimates (interface: Commerce). */
export const carriersWithEstimates = ['FEX', 'UPS'] as const;
type CarrierWithEstimates = (typeof carriersWithEstimates)[number];

/** Whether delivery dates of a carrier are estimated (interface: Tracking record, `EstimatedDeliveryDate`). */
export function hasDeliveryEstimates(carrier: string): boolean {
  return (carriersWithEstimates as readonly string[]).includes(carrier);
}

/**
 * The delivery date of a package or order that is shown until the carrier publishes its own: transit days after
 * the ship date. Undefined for carriers without estimates and for unknown warehouses.
 */
export function estimateDeliveryDate(
  order: { readonly warehouse: string; readonly carrier: string; readonly service: string },
  to: ShipmentRoute['to'],
  shipDate: Temporal.PlainDate,
  operator: OperatorSettings,
): Temporal.PlainDate | undefined {
  const warehouse = operator.warehouses.get(order.warehouse);
  if (warehouse === undefined || !hasDeliveryEstimates(order.carrier)) return undefined;
  const carrierService = toCarrierAndService(order);
  const days = computeTransitDays(carrierService, warehouse, domesticZipOf(to));
  return computeDeliveryDate(carrierService.service, shipDate, days, holidayDateSetOfOperator(operator));
}

export interface DeliveryEstimate {
  readonly carrier: CarrierWithEstimates;
  readonly service: CarrierServiceCode;
  readonly shipDate: Temporal.PlainDate;
  /** Orders that are ready by then leave on that day. */
  readonly cutoff: Temporal.Instant;
  readonly deliveryDate: Temporal.PlainDate;
  /** In working days of the carrier. */
  readonly transitDays: number;
  readonly isSaturdayDelivery: boolean;
}

/** A carrier's transit estimates for one ship date. */
export interface QuotedTransit {
  readonly shipDate: Temporal.PlainDate;
  readonly estimates: readonly TransitEstimate[];
}

export interface DeliveryEstimateInput {
  readonly warehouse: Pick<Warehouse, 'zip' | 'timeZone' | 'workingDays' | 'knownTransit'>;
  /** Of that warehouse. */
  readonly cutoffs: readonly Cutoff[];
  readonly holidays: HolidayDateSet;
  /** 5 digits; in the United States or its territories. */
  readonly destinationZip: string;
  readonly now: Temporal.Instant;
  readonly shipDateCount: number;
}

/** International services, which are never used for domestic addresses. */
const foreignServices: ReadonlySet<string> = new Set<CarrierServiceCode>(['INPR']);

/**
 * The transit request for a carrier: the first ship date, and the services for which the operator has loaded no transit
 * time. Undefined when nothing needs to be requested. One request serves all ship dates, since a service takes the same
 * number of working days from each.
 */
export function toTransitRequest(input: DeliveryEstimateInput): TransitRequest | undefined {
  const { warehouse, destinationZip } = input;
  const cutoffs = input.cutoffs.filter(isEstimated);
  const services = cutoffs
    .map(serviceOf)
    .filter((carrierService) => findTransitDaysInTable(carrierService, warehouse, destinationZip) === undefined);
  const [first] = computeNextShipDates(workCalendarOfWarehouse(warehouse, input.holidays), cutoffs, input.now, 1);
  if (first === undefined || services.length === 0) return undefined;
  return { fromZip: warehouse.zip, toZip: destinationZip, shipDate: first.date, services };
}

/**
 * All estimates, by ship date, then in the order of the given cutoffs. A service past its cutoff is left out of that
 * date; a date on which every cutoff has passed does not count. Empty when the warehouse has no cutoff for such a service.
 * Precedence: the operator's transit table, then the carrier's quote, then the estimate by distance (decision 26).
 */
export function computeDeliveryEstimates(input: DeliveryEstimateInput, quoted?: QuotedTransit): DeliveryEstimate[] {
  const { warehouse, holidays, destinationZip } = input;
  const cutoffs = input.cutoffs.filter(isEstimated);
  const estimateByService = new Map((quoted?.estimates ?? []).map((quote) => [formatCarrierServiceKey(quote), quote]));
  return computeNextShipDates(
    workCalendarOfWarehouse(warehouse, holidays),
    cutoffs,
    input.now,
    input.shipDateCount,
  ).flatMap((shipDate) =>
    shipDate.cutoffs.map(({ at, ...cutoff }): DeliveryEstimate => {
      const carrierService = serviceOf(cutoff);
      const known = findTransitDaysInTable(carrierService, warehouse, destinationZip);
      const quote = known === undefined ? estimateByService.get(formatCarrierServiceKey(carrierService)) : undefined;
      const days =
        quoted !== undefined && quote !== undefined
          ? countCarrierWorkingDaysUntil(carrierService.service, quoted.shipDate, quote.deliveryDate, holidays)
          : (known ?? computeTransitDays(carrierService, warehouse, destinationZip));
      // The carrier's own date, valid for the quoted ship date only, may be a weekend day.
      const date =
        quote !== undefined && quoted?.shipDate.equals(shipDate.date)
          ? quote.deliveryDate
          : computeDeliveryDate(carrierService.service, shipDate.date, days, holidays);
      return {
        ...carrierService,
        shipDate: shipDate.date,
        cutoff: at,
        transitDays: days,
        deliveryDate: date,
        isSaturdayDelivery: date.dayOfWeek === 6,
      };
    }),
  );
}

function serviceOf({ carrier, service }: Pick<Cutoff, 'carrier' | 'service'>) {
  return { carrier: carrier as CarrierWithEstimates, service: service as CarrierServiceCode };
}

function isEstimated({ carrier, service }: Cutoff): boolean {
  return (
    hasDeliveryEstimates(carrier) &&
    (carrierServiceCodes as readonly string[]).includes(service) &&
    !foreignServices.has(service)
  );
}
