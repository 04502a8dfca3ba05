/**
 * Which of the rates that a carrier offers is taken: the same for real carriers and for the simulated ones (decisions 26
 * and 31). Pure.
 */

import { type CarrierRule, chooseBestOption } from './best-option.ts';
import { domesticZip, estimateArrival } from './estimate-arrival.ts';
import type { Rate, RateRequest } from './gateway.ts';
import { areaMiles } from './transit.ts';

/** The rules in force: the operator's for BSW; any other order travels exactly as asked. Ground where no service is named. */
export function rulesFor({ asked, rules }: Pick<RateRequest, 'asked' | 'rules'>): readonly CarrierRule[] {
  if (asked.carrier === 'BSW') return rules;
  return [{ rank: 1, carrier: asked.carrier, service: asked.service === 'NONE' ? 'GRND' : asked.service }];
}

/** The rate to take, the cheapest where several are alike; undefined where no rule allows any. */
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
