/**
 * Chooses a rate among a carrier's offers, by the operator's carrier rules for best-available orders (BSW; decisions 8
 * and 26). Real and simulated carriers use the same rules. Pure.
 */
import type { CarrierRule } from '../operator-settings/index.ts';
import { chooseShippingOption } from './choose-option.ts';
import type { CarrierRate, RateRequest } from './gateway.ts';
import { computeMilesBetweenZipAreas, domesticZipOf, estimateArrival } from './transit.ts';

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
