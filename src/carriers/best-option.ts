/**
 * The best way for an order that leaves the choice to the operator (BSW; decision 8), by the operator's rules. Pure.
 *
 * Rules stand in an order of preference. Each names a carrier and a service, and when it holds: by distance, by season
 * and ice (the temperature window), by state, by price, by days on the road. What no rule names is never taken.
 */
import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import type { CarrierAndService } from './codes.ts';

/** Of two rules that hold, the one with the lower rank is preferred. Absent conditions do not restrict. */
export interface CarrierRule {
  readonly rank: number;
  readonly carrier: CarrierCode;
  /** '*': the service that was asked for. */
  readonly service: CarrierServiceCode | '*';
  readonly fromMiles?: number;
  readonly toMiles?: number;
  /** Days of the year, `MM-DD`, both included; from after to means across the turn of the year. */
  readonly season?: { readonly from: string; readonly to: string };
  readonly icePack?: boolean;
  /** Two letters each. */
  readonly states?: readonly string[];
  /** In dollars. */
  readonly maxPrice?: number;
  readonly maxTransitDays?: number;
}

/** The rules of an operator that has set none: FedEx, else UPS, else GSO, by the service asked for. */
export const defaultCarrierRules: readonly CarrierRule[] = [
  { rank: 1, carrier: 'FEX', service: '*' },
  { rank: 2, carrier: 'UPS', service: '*' },
  { rank: 3, carrier: 'GSO', service: '*' },
];

/** A way that is open, and what it takes. */
export interface ShippingOption extends CarrierAndService {
  readonly price: string;
  readonly transitDays: number | undefined;
  readonly deliveryDate: Temporal.PlainDate | undefined;
}

export interface ShippingSituation {
  /** The service asked for; NONE counts as ground. */
  readonly service: CarrierServiceCode;
  /** Undefined where an end is nowhere, as abroad: then rules with a distance do not hold. */
  readonly miles: number | undefined;
  readonly state: string;
  readonly shipDate: Temporal.PlainDate;
  readonly wantedBy: Temporal.PlainDate | undefined;
  readonly icePack: boolean;
}

/**
 * The way to take; undefined where no rule allows any that is open. A way that arrives by the date wanted goes before
 * one that does not or that does not say; then the rules' order, then price, days, carrier.
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
