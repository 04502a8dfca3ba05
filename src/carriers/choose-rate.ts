/**
 * Chooses a rate among a carrier's offers, by the operator's carrier rules for best-available orders (BSW; decisions 8
 * and 26), and estimates when its package arrives. Real and simulated carriers use the same rules. Pure.
 *
 * The delivery date of a rate is estimated by the operator's transit table, then the carrier's own quote, then the distance, so that every rate can be
 * compared with a requested date.
 */
import { zip5Of } from '../addresses/index.ts';
import { isDomesticCountry } from '../contract/states.ts';
import type { CarrierRule } from '../operator-settings/index.ts';
import { chooseShippingOption } from './choose-option.ts';
import type { CarrierAndService } from './codes.ts';
import type { CarrierRate, RateRequest, ShipmentRoute } from './gateway.ts';
import {
  computeDeliveryDate,
  computeMilesBetweenZipAreas,
  computeTransitDays,
  findTransitDaysInTable,
  type TransitOrigin,
} from './transit.ts';

interface EstimatedArrival {
  readonly transitDays: number;
  readonly deliveryDate: Temporal.PlainDate;
}

/** The 5-digit ZIP code of a domestic address; undefined for foreign addresses, whose postal codes may look alike. */
export function domesticZipOf({ country, zipCode }: ShipmentRoute['to']): string | undefined {
  return isDomesticCountry(country) ? zip5Of(zipCode) : undefined;
}

/** Transit days and delivery date of a trip by a carrier service. `quoted` is the carrier's own quote for the rate. */
export function estimateArrival(
  carrierService: CarrierAndService,
  trip: ShipmentRoute,
  quoted: Partial<Pick<CarrierRate, 'transitDays' | 'deliveryDate'>> = {},
): EstimatedArrival {
  const { from, to, shipDate, knownTransit, holidays } = trip;
  const origin: TransitOrigin = { zip: from.zipCode, ...(knownTransit && { knownTransit }) };
  const destinationZip = domesticZipOf(to);
  const known = findTransitDaysInTable(carrierService, origin, destinationZip);
  const days = known ?? quoted.transitDays ?? computeTransitDays(carrierService, origin, destinationZip);
  const computedDate = computeDeliveryDate(carrierService.service, shipDate, days, holidays);
  return { transitDays: days, deliveryDate: (known === undefined ? quoted.deliveryDate : undefined) ?? computedDate };
}

/**
 * The carrier rules that apply: the operator's for BSW; for any other order, exactly the requested carrier and service
 * (NONE means ground).
 */
export function selectApplicableCarrierRules({
  requested,
  rules,
}: Pick<RateRequest, 'requested' | 'rules'>): readonly CarrierRule[] {
  if (requested.carrier === 'BSW') return rules;
  return [{ rank: 1, carrier: requested.carrier, service: requested.service === 'NONE' ? 'GRND' : requested.service }];
}

/**
 * The rate that `chooseShippingOption` chooses by the rules of `selectApplicableCarrierRules`: of those equally on time and equal in
 * rank the cheapest. Undefined when no rule allows any.
 */
export function chooseRate(rates: readonly CarrierRate[], request: RateRequest): CarrierRate | undefined {
  const { requested, from, to, shipDate, deliverBy, icePack } = request;
  const zip = domesticZipOf(to);
  const miles = zip === undefined ? undefined : computeMilesBetweenZipAreas(from.zipCode, zip);
  return chooseShippingOption(
    rates.map((rate) => ({ ...rate, ...estimateArrival(rate, request, rate) })),
    { service: requested.service, miles, state: to.state, shipDate, deliverBy, icePack },
    selectApplicableCarrierRules(request),
  );
}
