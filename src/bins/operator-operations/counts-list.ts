/** Counts/List: list the places and items to count. The count is blind, so the reply has no quantities. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codeField, warehouseCodeField } from '../../contract/fields.ts';
import { nextPageField, takePage } from '../../contract/list-fields.ts';
import { createMultiArrayPaging, stationPageRequestFields } from '../../contract/station-pages.ts';
import { assertPresent } from '../../lib/assert.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binOperationRoles } from '../bin-fields.ts';
import { countedItemExample, countedItemFields, countedItemRecord } from '../count-fields.ts';
import {
  formatCountWalkPosition,
  formatDueForCountPosition,
  formatItemStatusPosition,
  parseCountWalkPosition,
  parseDueForCountPosition,
  parseItemStatusPosition,
} from '../count-list-positions.ts';
import type { CountPlace } from '../count-place-store.ts';
import { listItemsDueForCount } from '../count-plan-lists.ts';
import { listOnePlacePerOpenCount, listPlacesToCountInWalkOrder } from '../list-counts.ts';
import { findItemsWithExcessInBins, listItemsWithExcessInBins } from '../list-placement.ts';
import { formatItemInStatusKey } from '../open-places.ts';

/** `Waiting` comes from two lists, `Overclaimed` and `Due`; an item may be in both. */
const pages = createMultiArrayPaging({
  Places: parseCountWalkPosition,
  Overclaimed: parseItemStatusPosition,
  Due: parseDueForCountPosition,
});

export const countsListOperation = defineOperatorQuery({
  path: '/api/Counts/List',
  summary: 'List what is to be counted',
  description:
    'Returns the places of open counts at a warehouse in walk order, and the items that wait for a count: those with more units recorded in bins than on hand, and those that are due by the plan of the warehouse. Quantities are not included (blind count).',
  roles: binOperationRoles,
  request: Type.Object({ Warehouse: warehouseCodeField, ...stationPageRequestFields }),
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
          IsForOthers: Type.Boolean({
            description:
              'The operator has counted an item of it, outside bins all of them: another person counts it again.',
          }),
          Items: Type.Array(Type.Object({ ...countedItemFields, CustomerName: Type.String() }), {
            description:
              'The items to count outside bins, without those that the operator has counted unless these are all; empty for a location, in which everything is counted.',
          }),
        }),
      ),
      Waiting: Type.Array(
        Type.Object({
          ...countedItemFields,
          CustomerName: Type.String(),
          Description: Type.String(),
          Reason: codeField('`bins`: more units are recorded in bins than are on hand. `due`: by the plan.', [
            'bins',
            'due',
          ]),
        }),
      ),
      Next: nextPageField,
    }),
    example: {
      Places: [{ Location: 'A-01-02', Zone: 'A', WalkOrder: 102, IsRecount: false, IsForOthers: false, Items: [] }],
      Waiting: [
        {
          ...countedItemExample,
          CustomerName: 'Hilltop Cellars',
          Description: '2023 Pinot Noir Estate 750ml',
          Reason: 'due',
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid, or `After` is not the `Next` of an earlier page.',
    404: `${noSuchWarehouseText}.`,
  },
  check: pages.faults,
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse } = request;
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const { top, starts } = pages.startOf(request);
    const open = await listPlacesToCountInWalkOrder(db, warehouse, starts.Places);
    const byLocation = [...Map.groupBy(open, ({ location }) => location).values()];
    const places = takePage(byLocation, top, ([place]) => formatCountWalkPosition(assertPresent(place, 'a place')));
    const overclaimed = takePage(
      await listItemsWithExcessInBins(db, warehouse, starts.Overclaimed),
      top,
      formatItemStatusPosition,
    );
    const due = takePage(await listItemsDueForCount(db, warehouse, starts.Due), top, formatDueForCountPosition);
    const isOver = new Set((await findItemsWithExcessInBins(db, warehouse, due.shown)).map(formatItemInStatusKey));
    const waiting = [
      ...overclaimed.shown.map((item) => ({ item, Reason: 'bins' as const })),
      ...due.shown.flatMap((item) =>
        isOver.has(formatItemInStatusKey(item)) ? [] : [{ item, Reason: 'due' as const }],
      ),
    ];
    const counted = await listOnePlacePerOpenCount(
      db,
      warehouse,
      waiting.map(({ item }) => item),
    );
    const nameOf = await readCustomerNameLookup(db, [...open, ...waiting.map(({ item }) => item)]);
    const isCounted = new Set(counted.map(formatItemInStatusKey));
    return {
      Places: places.shown.map((items) => {
        const { location, zone, walkOrder } = assertPresent(items[0], 'a place');
        const isOwn = ({ personId }: CountPlace): boolean => personId === operator.operatorId;
        // Outside bins each item is counted by itself, so what the operator has counted does not keep the rest from the operator.
        const isForOthers = location === '' ? items.every(isOwn) : items.some(isOwn);
        const shown = location === '' && !isForOthers ? items.filter((item) => !isOwn(item)) : items;
        return {
          Location: location,
          Zone: zone,
          WalkOrder: walkOrder,
          IsRecount: shown.some(({ round }) => round > 1),
          IsForOthers: isForOthers,
          Items:
            location === ''
              ? shown.map((item) => ({ ...countedItemRecord(item), CustomerName: nameOf(item.customerNo) }))
              : [],
        };
      }),
      Waiting: waiting.flatMap(({ item, Reason }) =>
        isCounted.has(formatItemInStatusKey(item))
          ? []
          : [
              {
                ...countedItemRecord(item),
                CustomerName: nameOf(item.customerNo),
                Description: item.description,
                Reason,
              },
            ],
      ),
      ...pages.next({ Places: places.next.Next, Overclaimed: overclaimed.next.Next, Due: due.next.Next }),
    };
  },
});
