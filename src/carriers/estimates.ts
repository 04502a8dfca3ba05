/**
 * When a package would arrive: for each of a warehouse's next ship dates, each carrier and service that still leaves that
 * day (interface: Tracking, GetDeliveryEstimates; decision 9). Pure.
 */
import { type CarrierServiceCode, carrierServiceCodes } from '../contract/code-lists.ts';
import type { Cutoff, Warehouse } from '../contract/operator-data.ts';
import { calendarOf, type Holidays, nextShipDates } from './calendar.ts';
import { serviceKey, type TransitEstimate, type TransitRequest } from './gateway.ts';
import { deliveryDate, knownTransitDays, transitDays, workingDaysUntil } from './transit.ts';

/** The carriers of which estimates are told (interface: Tracking). */
export const estimatedCarriers = ['FEX', 'UPS'] as const;
export type EstimatedCarrier = (typeof estimatedCarriers)[number];

export interface DeliveryEstimate {
  readonly carrier: EstimatedCarrier;
  readonly service: CarrierServiceCode;
  readonly shipDate: Temporal.PlainDate;
  /** Until when an order still leaves on that day. */
  readonly cutoff: Temporal.Instant;
  readonly deliveryDate: Temporal.PlainDate;
  /** In working days of the carrier. */
  readonly transitDays: number;
  readonly isSaturdayDelivery: boolean;
}

/** What a carrier has said of one ship date. */
export interface QuotedTransit {
  readonly shipDate: Temporal.PlainDate;
  readonly estimates: readonly TransitEstimate[];
}

export interface EstimateRequest {
  readonly warehouse: Pick<Warehouse, 'zip' | 'timeZone' | 'workingDays' | 'knownTransit'>;
  /** Of that warehouse. */
  readonly cutoffs: readonly Cutoff[];
  readonly holidays: Holidays;
  /** Five digits; inside the United States and its territories. */
  readonly destinationZip: string;
  readonly now: Temporal.Instant;
  /** How many ship dates. */
  readonly shipDateCount: number;
}

/** Goes abroad; nothing inside the country takes it. */
const foreignServices: ReadonlySet<string> = new Set<CarrierServiceCode>(['INPR']);

/**
 * What a carrier could be asked, where one can: about the first of the ship dates, and the ways of which the operator knows
 * nothing. Undefined when nothing is left to ask. One question serves all ship dates: a way takes as many working days on
 * the next one.
 */
export function transitRequest(question: EstimateRequest): TransitRequest | undefined {
  const { warehouse, destinationZip } = question;
  const cutoffs = question.cutoffs.filter(isEstimated);
  const ways = cutoffs.map(serviceOf).filter((way) => knownTransitDays(way, warehouse, destinationZip) === undefined);
  const [first] = nextShipDates(calendarOf(warehouse, question.holidays), cutoffs, question.now, 1);
  if (first === undefined || ways.length === 0) return undefined;
  return { fromZip: warehouse.zip, toZip: destinationZip, shipDate: first.date, ways };
}

/**
 * All estimates, by ship date, then in the order of the cutoffs given. A service whose cutoff has passed leaves that date
 * out; a date on which every cutoff has passed does not count. None where the warehouse has no cutoff of FEX or UPS.
 * What the operator knows of a way comes first, then what a carrier has `said` of it, then its distance (decision 26).
 */
export function deliveryEstimates(question: EstimateRequest, said?: QuotedTransit): DeliveryEstimate[] {
  const { warehouse, holidays, destinationZip } = question;
  const cutoffs = question.cutoffs.filter(isEstimated);
  const estimateByService = new Map((said?.estimates ?? []).map((answer) => [serviceKey(answer), answer]));
  return nextShipDates(calendarOf(warehouse, holidays), cutoffs, question.now, question.shipDateCount).flatMap(
    (shipDate) =>
      shipDate.cutoffs.map(({ at, ...cutoff }): DeliveryEstimate => {
        const way = serviceOf(cutoff);
        const known = knownTransitDays(way, warehouse, destinationZip);
        const answer = known === undefined ? estimateByService.get(serviceKey(way)) : undefined;
        const days =
          said !== undefined && answer !== undefined
            ? workingDaysUntil(way.service, said.shipDate, answer.deliveryDate, holidays)
            : (known ?? transitDays(way, warehouse, destinationZip));
        // The carrier's own day may be a weekend's, on which it delivers only there.
        const date =
          answer !== undefined && said?.shipDate.equals(shipDate.date)
            ? answer.deliveryDate
            : deliveryDate(way.service, shipDate.date, days, holidays);
        return {
          ...way,
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
  return { carrier: carrier as EstimatedCarrier, service: service as CarrierServiceCode };
}

function isEstimated({ carrier, service }: Cutoff): boolean {
  return (
    (estimatedCarriers as readonly string[]).includes(carrier) &&
    (carrierServiceCodes as readonly string[]).includes(service) &&
    !foreignServices.has(service)
  );
}
