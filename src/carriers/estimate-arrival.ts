/**
 * When a package arrives that a carrier would take at a rate. Pure.
 *
 * What the operator knows of the way comes first, as everywhere (decision 26); then what the carrier says of its rate; where
 * it says nothing the way is estimated, so that a date wanted can be asked of every rate.
 */
import { isDomestic, zip5Of } from '../addresses/index.ts';
import type { Rate, Trip } from './gateway.ts';
import { deliveryDate, knownTransitDays, type Origin, type TransitService, transitDays } from './transit.ts';

export interface EstimatedArrival {
  readonly transitDays: number;
  readonly deliveryDate: Temporal.PlainDate;
}

/** The five digits of an address; undefined abroad, where codes may look the same. */
export function domesticZip({ country, zipCode }: Trip['to']): string | undefined {
  return isDomestic(country) ? zip5Of(zipCode) : undefined;
}

/** When what goes this way arrives; `said` is what the carrier says of it. */
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
