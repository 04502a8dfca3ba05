/**
 * Chooses the carrier service for best-available orders (BSW; decision 8) by the operator's carrier rules. Pure.
 *
 * Rules are ranked by preference. Each names a carrier and a service, and optional conditions: distance, season, ice
 * packs, states, price, transit days. Options that no rule names are never chosen.
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

export interface ShippingSituation {
  /** The requested service; NONE counts as ground. */
  readonly service: CarrierServiceCode;
  /** Undefined when a ZIP code is unknown or foreign; rules with a distance condition then do not match. */
  readonly miles: number | undefined;
  readonly state: string;
  readonly shipDate: Temporal.PlainDate;
  readonly wantedBy: Temporal.PlainDate | undefined;
  readonly icePack: boolean;
}

/**
 * The option to use; undefined when no rule allows any. Options that arrive by the requested date precede those that
 * are late or have no delivery date. Then by rule rank, price, transit days and carrier code.
 */
export function chooseBestOption<W extends ShippingOption>(
  ways: readonly W[],
  situation: ShippingSituation,
  rules: readonly CarrierRule[],
): W | undefined {
  const asked = situation.service === 'NONE' ? 'GRND' : situation.service;
  const matchingRules = rules.filter((rule) => matchesSituation(rule, situation)).toSorted((a, b) => a.rank - b.rank);
  const ranked = ways.flatMap((way) => {
    const rank = matchingRules.findIndex((rule) => allowsOption(rule, way, asked));
    return rank === -1 ? [] : [{ way, rank, late: isLate(way, situation.wantedBy) }];
  });
  ranked.sort(
    (a, b) =>
      Number(a.late) - Number(b.late) ||
      a.rank - b.rank ||
      Number(a.way.price) - Number(b.way.price) ||
      (a.way.transitDays ?? 99) - (b.way.transitDays ?? 99) ||
      (a.way.carrier < b.way.carrier ? -1 : a.way.carrier > b.way.carrier ? 1 : 0),
  );
  return ranked[0]?.way;
}

function matchesSituation(rule: CarrierRule, { miles, state, shipDate, icePack }: ShippingSituation): boolean {
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

function allowsOption(rule: CarrierRule, way: ShippingOption, asked: CarrierServiceCode): boolean {
  if (way.carrier !== rule.carrier || way.service !== (rule.service === '*' ? asked : rule.service)) return false;
  if (rule.maxPrice !== undefined && Number(way.price) > rule.maxPrice) return false;
  return rule.maxTransitDays === undefined || (way.transitDays !== undefined && way.transitDays <= rule.maxTransitDays);
}

function isLate(way: ShippingOption, wantedBy: Temporal.PlainDate | undefined): boolean {
  if (wantedBy === undefined) return false;
  return way.deliveryDate === undefined || Temporal.PlainDate.compare(way.deliveryDate, wantedBy) > 0;
}
