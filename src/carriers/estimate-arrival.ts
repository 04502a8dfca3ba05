/**
 * Estimates when a package arrives. Pure.
 *
 * Precedence: the operator's transit table (decision 26), then the carrier's own quote for the rate, then the estimate
 * by distance, so that every rate has a delivery date to compare with a requested one.
 */
import { isDomestic, zip5Of } from '../addresses/index.ts';
import type { Rate, Trip } from './gateway.ts';
import { deliveryDate, knownTransitDays, type Origin, type TransitService, transitDays } from './transit.ts';

export interface EstimatedArrival {
  readonly transitDays: number;
  readonly deliveryDate: Temporal.PlainDate;
}

/** The 5-digit ZIP code of a domestic address; undefined for foreign addresses, whose postal codes may look alike. */
export function domesticZip({ country, zipCode }: Trip['to']): string | undefined {
  return isDomestic(country) ? zip5Of(zipCode) : undefined;
}

/** Transit days and delivery date of a trip by a carrier service. `quoted` is the carrier's own quote for the rate. */
export function estimateArrival(
  way: TransitService,
  trip: Trip,
  said: Partial<Pick<Rate, 'transitDays' | 'deliveryDate'>> = {},
): EstimatedArrival {
  const { from, to, shipDate, knownTransit, holidays } = trip;
  const origin: Origin =
    knownTransit === undefined ? { zip: from.zipCode } : { zip: from.zipCode, knownTransit: knownTransit };
  const destinationZip = domesticZip(to);
  const known = knownTransitDays(way, origin, destinationZip);
  const days = known ?? said.transitDays ?? transitDays(way, origin, destinationZip);
  const computedDate = deliveryDate(way.service, shipDate, days, holidays);
  return { transitDays: days, deliveryDate: (known === undefined ? said.deliveryDate : undefined) ?? computedDate };
}
