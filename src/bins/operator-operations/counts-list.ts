/** Counts/List: what is to be counted, and where. Blind: it has no quantities. */
import Type from 'typebox';
import { codeField } from '../../contract/fields.ts';
import { mustWorkIn, readLocations } from '../../locations/index.ts';
import { readOperatorSettings } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binRoles, warehouseField } from '../bin-fields.ts';
import { countedItem, countedItemExample, countedRecord } from '../count-fields.ts';
import { listDue } from '../count-plan-lists.ts';
import { listCountsOfItems, listOpenPlaces } from '../list-counts.ts';
import { listOverclaimed } from '../list-placement.ts';
import { placedItemText } from '../open-places.ts';

/** Bound of the items that are listed to be opened. */
const maxItems = 200;

export const countsList = defineOperatorQuery({
  path: '/api/Counts/List',
  summary: 'List what is to be counted',
  description:
    'Returns the places of open counts at a warehouse in walk order, and the items that wait for a count: those of which bins are said to hold more than the ledger has, and those that are due by the plan of the warehouse, at most 200. No quantity is in it.',
  credentials: 'session',
  roles: binRoles,
  request: Type.Object({ Warehouse: warehouseField }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'Places and items.',
    schema: Type.Object({
      Places: Type.Array(
        Type.Object({
          Location: Type.String({ description: '`""` for what is in no bin.' }),
          Zone: Type.String(),
          WalkOrder: Type.Integer(),
          IsRecount: Type.Boolean({ description: 'An item of it is counted again.' }),
          IsForOthers: Type.Boolean({ description: 'The operator has counted an item of it: another person does.' }),
          Items: Type.Array(Type.Object({ ...countedItem }), {
            description: 'What is counted outside bins; empty for a location, of which all is counted.',
          }),
        }),
      ),
      Waiting: Type.Array(
        Type.Object({
          ...countedItem,
          Description: Type.String(),
          Reason: codeField('`bins`: bins are said to hold more than the ledger has. `due`: by the plan.', [
            'bins',
            'due',
          ]),
        }),
      ),
      More: Type.Optional(Type.Boolean({ description: 'More items wait than these.' })),
    }),
    example: {
      Places: [{ Location: 'A-01-02', Zone: 'A', WalkOrder: 102, IsRecount: false, IsForOthers: false, Items: [] }],
      Waiting: [{ ...countedItemExample, Description: '2023 Pinot Noir Estate 750ml', Reason: 'due' }],
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: 'There is no such warehouse in which the operator works.',
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse } = request;
    mustWorkIn(operator, warehouse, (await readOperatorSettings(db)).warehouses);
    const open = await listOpenPlaces(db, warehouse);
    const byLocation = [...Map.groupBy(open, ({ location }) => location)];
    const locations = await readLocations(
      db,
      byLocation.map(([location]) => ({ warehouse, location })),
    );
    const known = new Map(locations.map((location) => [location.location, location]));
    const places = byLocation.map(([location, counted]) => ({
      ...{ Location: location, Zone: known.get(location)?.zone ?? '', WalkOrder: known.get(location)?.walkOrder ?? 0 },
      IsRecount: counted.some(({ round }) => round > 1),
      IsForOthers: counted.some(({ personId }) => personId === operator.operatorId),
      Items: location === '' ? counted.map(countedRecord) : [],
    }));
    const over = await listOverclaimed(db, { warehouse }, maxItems + 1);
    const due = await listDue(db, warehouse, maxItems + 1);
    const waiting = new Map(
      [
        ...due.map((item) => ({ item, Reason: 'due' as const })),
        ...over.map((item) => ({ item, Reason: 'bins' as const })),
      ].map((each) => [placedItemText(each.item), each]),
    );
    const inCount = await listCountsOfItems(
      db,
      warehouse,
      [...waiting.values()].map(({ item }) => item),
    );
    for (const item of inCount) waiting.delete(placedItemText(item));
    const listed = [...waiting.values()].sort((a, b) => Number(b.Reason === 'bins') - Number(a.Reason === 'bins'));
    const isMore = Math.max(over.length, due.length, listed.length) > maxItems;
    return {
      Places: places.sort((a, b) => a.WalkOrder - b.WalkOrder || (a.Location < b.Location ? -1 : 1)),
      Waiting: listed
        .slice(0, maxItems)
        .map(({ item, Reason }) => ({ ...countedRecord(item), Description: item.description, Reason })),
      ...(isMore && { More: true }),
    };
  },
});
