/** Chooses a rate among a carrier's offers. Real and simulated carriers use the same rules (decision 26). Pure. */

import type { CarrierRule } from '../operator-settings/index.ts';
import { chooseBestOption } from './best-option.ts';
import { domesticZip, estimateArrival } from './estimate-arrival.ts';
import type { Rate, RateRequest } from './gateway.ts';
import { areaMiles } from './transit.ts';

/**
 * The carrier rules that apply: the operator's for BSW; for any other order, exactly the requested carrier and service
 * (NONE means ground).
 */
export function rulesFor({ asked, rules }: Pick<RateRequest, 'asked' | 'rules'>): readonly CarrierRule[] {
  if (asked.carrier === 'BSW') return rules;
  return [{ rank: 1, carrier: asked.carrier, service: asked.service === 'NONE' ? 'GRND' : asked.service }];
}

/** The chosen rate, the cheapest among equals; undefined when no rule allows any. */
export function chooseRate(rates: readonly Rate[], question: RateRequest): Rate | undefined {
  const { asked, from, to, shipDate, wantedBy, icePack } = question;
  const zip = domesticZip(to);
  const miles = zip === undefined ? undefined : areaMiles(from.zipCode, zip);
  return chooseBestOption(
    rates.map((rate) => ({ ...rate, ...estimateArrival(rate, question, rate) })),
    { service: asked.service, miles, state: to.state, shipDate, wantedBy, icePack },
    rulesFor(question),
  );
}
