/**
 * Chooses a carrier service by the operator's carrier rules (decisions 8 and 26). Rules are ranked by preference. Each names a
 * carrier and a service (`*`: the requested one), and optional conditions: distance, season, ice packs, states, price, transit days.
 * Options that no rule names are never chosen. Pure.
 */
import type { CarrierServiceCode } from '../contract/code-lists.ts';
import type { CarrierRule } from '../operator-settings/index.ts';
import type { CarrierAndService } from './codes.ts';

/** An available carrier service with its price and transit time. */
export interface ShippingOption extends CarrierAndService {
  readonly price: string;
  readonly transitDays: number | undefined;
  readonly deliveryDate: Temporal.PlainDate | undefined;
}

/**
 * The shipment for which a service is chosen: what carrier rules match on, and the requested service and delivery date.
 */
export interface CarrierChoiceInput {
  /** The requested service; NONE counts as ground. */
  readonly service: CarrierServiceCode;
  /** Undefined when a ZIP code is unknown or foreign; rules with a distance condition then do not match. */
  readonly miles: number | undefined;
  readonly state: string;
  readonly shipDate: Temporal.PlainDate;
  readonly deliverBy: Temporal.PlainDate | undefined;
  readonly icePack: boolean;
}

/**
 * The option to use; undefined when no rule allows any. Options that arrive by the requested date precede those that
 * are late or have no delivery date. Then by rule rank, price, transit days and carrier code.
 */
export function chooseShippingOption<W extends ShippingOption>(
  options: readonly W[],
  input: CarrierChoiceInput,
  rules: readonly CarrierRule[],
): W | undefined {
  const requested = input.service === 'NONE' ? 'GRND' : input.service;
  const matchingRules = rules.filter((rule) => matchesInput(rule, input)).toSorted((a, b) => a.rank - b.rank);
  const ranked = options.flatMap((option) => {
    const rank = matchingRules.findIndex((rule) => allowsOption(rule, option, requested));
    return rank === -1 ? [] : [{ option, rank, late: isLate(option, input.deliverBy) }];
  });
  ranked.sort(
    (a, b) =>
      Number(a.late) - Number(b.late) ||
      a.rank - b.rank ||
      Number(a.option.price) - Number(b.option.price) ||
      (a.option.transitDays ?? 99) - (b.option.transitDays ?? 99) ||
      (a.option.carrier < b.option.carrier ? -1 : a.option.carrier > b.option.carrier ? 1 : 0),
  );
  return ranked[0]?.option;
}

function matchesInput(rule: CarrierRule, { miles, state, shipDate, icePack }: CarrierChoiceInput): boolean {
  if (rule.fromMiles !== undefined && !(miles !== undefined && miles >= rule.fromMiles)) return false;
  if (rule.toMiles !== undefined && !(miles !== undefined && miles <= rule.toMiles)) return false;
  if (rule.icePack !== undefined && rule.icePack !== icePack) return false;
  if (rule.states !== undefined && !rule.states.includes(state)) return false;
  return rule.season === undefined || inSeason(rule.season, shipDate);
}

function inSeason({ from, to }: { from: string; to: string }, date: Temporal.PlainDate): boolean {
  const day = date.toString().slice(5);
  return from <= to ? day >= from && day <= to : day >= from || day <= to;
}

function allowsOption(rule: CarrierRule, option: ShippingOption, requested: CarrierServiceCode): boolean {
  if (option.carrier !== rule.carrier || option.service !== (rule.service === '*' ? requested : rule.service))
    return false;
  if (rule.maxPrice !== undefined && Number(option.price) > rule.maxPrice) return false;
  return (
    rule.maxTransitDays === undefined || (option.transitDays !== undefined && option.transitDays <= rule.maxTransitDays)
  );
}

function isLate(option: ShippingOption, deliverBy: Temporal.PlainDate | undefined): boolean {
  if (deliverBy === undefined) return false;
  return option.deliveryDate === undefined || Temporal.PlainDate.compare(option.deliveryDate, deliverBy) > 0;
}
