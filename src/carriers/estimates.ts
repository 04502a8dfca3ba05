/**
 * When a package would arrive: for each of a warehouse's next ship dates, each carrier and service that still leaves that
 * day (interface: Tracking, GetDeliveryEstimates; decision 9). Pure.
 */
import { type CarrierServiceCode, carrierServiceCodes } from '../contract/code-lists.ts';
import type { Cutoff, Warehouse } from '../contract/operator-data.ts';
import { calendarOf, type Holidays, nextShipDates } from './calendar.ts';
import { estimateTransit } from './transit.ts';

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

export interface EstimateQuestion {
  readonly warehouse: Pick<Warehouse, 'zip' | 'timeZone' | 'workingDays' | 'knownTransit'>;
  /** Of that warehouse. */
  readonly cutoffs: readonly Cutoff[];
  readonly holidays: Holidays;
  /** Five digits; inside the United States and its territories. */
  readonly destinationZip: string;
  readonly now: Temporal.Instant;
  /** How many ship dates. */
  readonly dates: number;
}

/** Goes abroad; nothing inside the country takes it. */
const foreignServices: ReadonlySet<string> = new Set<CarrierServiceCode>(['INPR']);

/**
 * All estimates, by ship date, then in the order of the cutoffs given. A service whose cutoff has passed leaves that date
 * out; a date on which every cutoff has passed does not count. None where the warehouse has no cutoff of FEX or UPS.
 */
export function deliveryEstimates(question: EstimateQuestion): DeliveryEstimate[] {
  const { warehouse, holidays, destinationZip } = question;
  const cutoffs = question.cutoffs.filter(isEstimated);
  return nextShipDates(calendarOf(warehouse, holidays), cutoffs, question.now, question.dates).flatMap((shipDate) =>
    shipDate.cutoffs.map(({ at, ...cutoff }): DeliveryEstimate => {
      const carrier = cutoff.carrier as EstimatedCarrier;
      const service = cutoff.service as CarrierServiceCode;
      const journey = {
        way: { carrier, service },
        origin: warehouse,
        destinationZip,
        shipDate: shipDate.date,
        holidays,
      };
      return { carrier, service, shipDate: shipDate.date, cutoff: at, ...estimateTransit(journey) };
    }),
  );
}

function isEstimated({ carrier, service }: Cutoff): boolean {
  return (
    (estimatedCarriers as readonly string[]).includes(carrier) &&
    (carrierServiceCodes as readonly string[]).includes(service) &&
    !foreignServices.has(service)
  );
}
