/** Carrier rules in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { carrierField, carrierServiceCodes } from '../contract/code-lists.ts';
import { codeField } from '../contract/fields.ts';
import { stateNamesByCode } from '../contract/state-names.ts';
import type { CarrierRule } from '../operator-settings/index.ts';
import type { CarrierRuleEffect } from './carrier-rule-preview.ts';

export const carrierRuleRankField = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'Lower ranks are tried first.',
});

const miles = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description }));

export const CarrierRuleFields = Type.Object({
  Rank: carrierRuleRankField,
  ShippingCarrier: carrierField('The carrier; not BSW, and not will call.'),
  ShippingCarrierService: Type.Optional(
    codeField('The service; `*`, the default: the requested one.', ['*', ...carrierServiceCodes]),
  ),
  FromMiles: miles('Only at this distance or more.'),
  ToMiles: miles('Only up to this distance.'),
  Season: Type.Optional(
    Type.String({
      pattern: '^\\d\\d-\\d\\d\\.\\.\\d\\d-\\d\\d$',
      description: 'Only in these days of the year, both included: 06-01..09-15.',
    }),
  ),
  IcePack: Type.Optional(Type.Boolean({ description: 'Only with, or only without ice packs.' })),
  States: Type.Optional(
    Type.Array(codeField('State, 2 letters.', Object.keys(stateNamesByCode)), {
      minItems: 1,
      maxItems: 100,
      description: 'Only to these states.',
    }),
  ),
  MaxPrice: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000, description: 'Only up to this price, in dollars.' }),
  ),
  MaxTransitDays: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 365, description: 'Only up to this number of transit days.' }),
  ),
});

export const carrierRuleExample = {
  Rank: 1,
  ShippingCarrier: 'GSO' as const,
  ShippingCarrierService: '*' as const,
  States: ['CA', 'NV'],
};

/** Fields of the replies to changes that were only counted. */
export const carrierRuleEffectFields = {
  OrdersChanged: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'Only of a preview: open BSW orders for which another carrier or service would be chosen, or that would go on hold, no longer be on hold, or be held for another reason, by the rates of the simulated carriers.',
    }),
  ),
  Customers: Type.Optional(Type.Integer({ minimum: 0, description: 'Only of a preview: customers with such orders.' })),
  OrdersCounted: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Only of a preview: open BSW orders that were looked at, the newest first.',
    }),
  ),
  IsPartial: Type.Optional(
    Type.Boolean({ description: 'Only of a preview: whether there are more open BSW orders than were looked at.' }),
  ),
};

export const toCarrierRuleEffectReply = ({ changed, customers, counted, hasMore }: CarrierRuleEffect) => ({
  OrdersChanged: changed,
  Customers: customers,
  OrdersCounted: counted,
  IsPartial: hasMore,
});

/** The rule of a request. `setCarrierRule` validates it. */
export function carrierRuleFromRequest(fields: Static<typeof CarrierRuleFields>): CarrierRule {
  const { FromMiles, ToMiles, Season, IcePack, States, MaxPrice, MaxTransitDays } = fields;
  const [from, to] = Season?.split('..') ?? [];
  return {
    rank: fields.Rank,
    carrier: fields.ShippingCarrier,
    service: fields.ShippingCarrierService ?? '*',
    ...(FromMiles !== undefined && { fromMiles: FromMiles }),
    ...(ToMiles !== undefined && { toMiles: ToMiles }),
    ...(from !== undefined && to !== undefined && { season: { from, to } }),
    ...(IcePack !== undefined && { icePack: IcePack }),
    ...(States !== undefined && { states: [...new Set(States)] }),
    ...(MaxPrice !== undefined && { maxPrice: MaxPrice }),
    ...(MaxTransitDays !== undefined && { maxTransitDays: MaxTransitDays }),
  };
}

/** A rule as replies and the audit show it; conditions that match everything are absent. */
export function carrierRuleRecord(rule: CarrierRule): Static<typeof CarrierRuleFields> {
  const { fromMiles, toMiles, season, icePack, states, maxPrice, maxTransitDays } = rule;
  return {
    Rank: rule.rank,
    ShippingCarrier: rule.carrier,
    ShippingCarrierService: rule.service,
    ...(fromMiles !== undefined && { FromMiles: fromMiles }),
    ...(toMiles !== undefined && { ToMiles: toMiles }),
    ...(season !== undefined && { Season: `${season.from}..${season.to}` }),
    ...(icePack !== undefined && { IcePack: icePack }),
    ...(states !== undefined && { States: [...states] }),
    ...(maxPrice !== undefined && { MaxPrice: maxPrice }),
    ...(maxTransitDays !== undefined && { MaxTransitDays: maxTransitDays }),
  };
}
