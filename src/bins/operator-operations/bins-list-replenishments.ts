/** Bins/ListReplenishments: pick faces to fill, and from where. */
import Type from 'typebox';
import { readBlindItems } from '../../inventory/index.ts';
import { mustWorkIn } from '../../locations/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { versioned, withVersion } from '../../operators/index.ts';
import { realTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binRoles, warehouseField } from '../bin-fields.ts';
import { listRules, maxRules } from '../list-rules.ts';
import { takeFromReserve, unitsWanted } from '../replenishment.ts';
import { RuleRecord, ruleExample, ruleRecord } from '../rule-fields.ts';

export const binsListReplenishments = defineOperatorQuery({
  path: '/api/Bins/ListReplenishments',
  summary: 'List pick faces to fill',
  description:
    'Returns the pick faces of a warehouse that have fewer units than their rule wants, in walk order, with the locations of the reserve to fill them from: what lies there longest first, then in walk order. With `All` every rule is in it. At most 500. People of the floor do not see faces whose item is being counted: they are filled after the count.',
  credentials: 'session',
  roles: binRoles,
  request: Type.Object({
    Warehouse: warehouseField,
    All: Type.Optional(Type.Boolean({ description: 'Also faces that have enough.' })),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Pick faces.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ...versioned(RuleRecord).properties,
          Zone: Type.String(),
          Description: Type.String(),
          Held: Type.Integer({ description: 'Units that the face is said to hold.' }),
          Wanted: Type.Integer({ description: 'Units that it lacks; 0: it has enough.' }),
          From: Type.Array(Type.Object({ Location: Type.String(), Quantity: Type.Integer() }), {
            description: 'Empty: nothing lies in the reserve.',
          }),
          Person: Type.String({ description: 'Who is filling it; `""`: it is free.' }),
          IsMine: Type.Boolean(),
        }),
      ),
      More: Type.Optional(Type.Boolean({ description: 'There are more rules than these.' })),
    }),
    example: {
      Records: [
        {
          ...{
            ...ruleExample,
            Version: '1b07c94e5a6d2f83',
            Zone: 'A',
            Description: '2023 Pinot Noir Estate 750ml',
            Held: 6,
            Wanted: 42,
          },
          ...{ From: [{ Location: 'R-04-01', Quantity: 42 }], Person: '', IsMine: false },
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: 'There is no such warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, All: isAll = false } = request;
    mustWorkIn(operator, warehouse, (await readOperatorSettings(db)).warehouses);
    const now = realTime();
    const found = await listRules(db, warehouse, !isAll);
    const listed = found.slice(0, maxRules);
    const isBlind = await readBlindItems(db, operator, listed);
    const rules = listed.filter((rule) => !isBlind(rule));
    return {
      Records: rules.map((rule) => {
        const wanted = unitsWanted(rule.held, rule);
        const { claimedUntil } = rule;
        const isClaimed = claimedUntil != null && Temporal.Instant.compare(claimedUntil, now) > 0;
        return {
          ...{
            ...withVersion(ruleRecord(rule)),
            Zone: rule.zone,
            Description: rule.description,
            Held: rule.held,
            Wanted: wanted,
          },
          From: takeFromReserve(wanted, rule.reserve).map(({ location, quantity }) => ({
            ...{ Location: location, Quantity: quantity },
          })),
          Person: isClaimed ? rule.person : '',
          IsMine: isClaimed && rule.personId === operator.operatorId,
        };
      }),
      ...(found.length > maxRules && { More: true }),
    };
  },
});
