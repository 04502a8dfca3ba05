/** Bins/ListReplenishments: pick faces to fill, and from where. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import {
  createKeyPositionCodec,
  createPagePositionCheck,
  nextPageField,
  takePage,
} from '../../contract/list-fields.ts';
import { stationPageRequestFields } from '../../contract/station-pages.ts';
import { loadBlindItemCheck } from '../../inventory/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { versionedRecordSchema, withRecordVersion } from '../../operators/index.ts';
import { currentRealTime } from '../../platform/clock.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binOperationRoles } from '../bin-fields.ts';
import { readPickedTransferUnitsBySource } from '../departing-units.ts';
import { listReplenishmentRules, type ReplenishmentRulePosition } from '../list-replenishment-rules.ts';
import { computeUnitsToReplenish, planReplenishment } from '../replenishment.ts';
import {
  ReplenishmentRuleRecord,
  replenishmentRuleExample,
  replenishmentRuleRecord,
} from '../replenishment-rule-fields.ts';

/** Rules of a page by default. */
const defaultRules = 500;

const position = createKeyPositionCodec('walkOrder', 'location', 'customerNo', 'status', 'itemNo');

function parseRulePosition(after: string): ReplenishmentRulePosition | undefined {
  const read = position.read(after);
  return read && /^\d{1,9}$/.test(read.walkOrder) ? { ...read, walkOrder: Number(read.walkOrder) } : undefined;
}

export const binsListReplenishmentsOperation = defineOperatorQuery({
  path: '/api/Bins/ListReplenishments',
  summary: 'List pick faces to fill',
  description:
    'Returns the pick faces of a warehouse that have fewer units than their rule wants, in walk order, with the locations of the reserve to fill them from: what lies there longest first, then in walk order. What earlier faces lack of an item is not offered to later ones. With `All` every rule is in it. People of the floor do not see faces whose item is being counted: they are filled after the count.',
  roles: binOperationRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    All: Type.Optional(Type.Boolean({ description: 'Also faces that have enough.' })),
    ...stationPageRequestFields,
    Top: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: 'Rows of a page; 500 by default.' })),
  }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Pick faces.',
    schema: Type.Object({
      Records: Type.Array(
        Type.Object({
          ...versionedRecordSchema(ReplenishmentRuleRecord).properties,
          CustomerName: Type.String(),
          Zone: Type.String(),
          Description: Type.String(),
          Held: Type.Integer({ description: 'Units that are recorded in the pick face.' }),
          Wanted: Type.Integer({ description: 'Units that it lacks; 0: it has enough.' }),
          From: Type.Array(Type.Object({ Location: Type.String(), Quantity: Type.Integer() }), {
            description: 'Empty: nothing is left in the reserve.',
          }),
          Person: Type.String({ description: 'The person who is filling the bin; `""` when no person is.' }),
          IsMine: Type.Boolean(),
        }),
      ),
      Next: nextPageField,
    }),
    example: {
      Records: [
        {
          ...replenishmentRuleExample,
          Version: '1b07c94e5a6d2f83',
          CustomerName: 'Cedar Ridge Winery',
          Zone: 'A',
          Description: '2023 Pinot Noir Estate 750ml',
          Held: 6,
          Wanted: 42,
          From: [{ Location: 'R-04-01', Quantity: 42 }],
          Person: '',
          IsMine: false,
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid, or `After` is not the `Next` of an earlier page.',
    404: `${noSuchWarehouseText}.`,
  },
  check: createPagePositionCheck(parseRulePosition),
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse, All: isAll = false, After: after, Top: top = defaultRules } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const now = currentRealTime();
    const page = { after: after === undefined ? undefined : parseRulePosition(after), limit: top + 1 };
    const found = await listReplenishmentRules(db, { warehouse, isDueOnly: !isAll }, page);
    const { shown: listed, next } = takePage(found, top, ({ walkOrder, ...rule }) =>
      position.write({ ...rule, walkOrder: String(walkOrder) }),
    );
    const isBlind = await loadBlindItemCheck(db, operator, listed);
    const rules = listed.filter((rule) => !isBlind(rule));
    const nameOf = await readCustomerNameLookup(db, rules);
    const leaving = await readPickedTransferUnitsBySource(db, warehouse, rules);
    // What people have taken for transfers is no longer there.
    const leftIn = (rule: (typeof rules)[number]) =>
      rule.reserve.map(({ location, quantity }) => {
        return { location, quantity: Math.max(0, quantity - leaving.outOfBin(rule, location)) };
      });
    return {
      Records: rules.map((rule) => {
        const wanted = computeUnitsToReplenish(rule.held, rule);
        const { claimedUntil } = rule;
        const isClaimed = claimedUntil != null && Temporal.Instant.compare(claimedUntil, now) > 0;
        return {
          ...withRecordVersion(replenishmentRuleRecord(rule)),
          CustomerName: nameOf(rule.customerNo),
          Zone: rule.zone,
          Description: rule.description,
          Held: rule.held,
          Wanted: wanted,
          From: planReplenishment(wanted, leftIn(rule), rule.wantedBefore).map(({ location, quantity }) => ({
            Location: location,
            Quantity: quantity,
          })),
          Person: isClaimed ? rule.person : '',
          IsMine: isClaimed && rule.personId === operator.operatorId,
        };
      }),
      ...next,
    };
  },
});
