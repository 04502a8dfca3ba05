/** Counts/Open: open a blind count of a bin or of an item. */

import Type from 'typebox';
import { warehouseCodeField } from '../../contract/fields.ts';
import { primaryInventoryStatus } from '../../contract/operator-settings.ts';
import {
  checkBinContents,
  itemInStatusFields,
  listBinContents,
  lockLocations,
  normalizeLocationCode,
  unknownLocationError,
} from '../../locations/index.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import { publishChangedTopics, recordAudit } from '../../operators/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, type Fault, refuseState, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { binLocationField, binOperationRoles } from '../bin-fields.ts';
import { listLocationsOfItems } from '../list-counts.ts';
import { computeUnplacedUnits, readPlacementTotals } from '../list-placement.ts';
import { formatItemInStatusKey, type ItemToCount, openItemCounts } from '../open-places.ts';

export const countsOpenOperation = defineOperatorCommand({
  path: '/api/Counts/Open',
  summary: 'Open a count of a bin or an item',
  description:
    'Opens blind counts: of the recorded contents of a location, or of one or several items in all their locations and outside bins. Each item and inventory status is a count of its own, in at most one at a time. Nothing expected is returned, here or when it is counted.',
  roles: binOperationRoles,
  request: Type.Object({
    Warehouse: warehouseCodeField,
    Location: Type.Optional(binLocationField),
    CustomerNo: Type.Optional(itemInStatusFields.CustomerNo),
    ItemNo: Type.Optional(itemInStatusFields.ItemNo),
    ItemNos: Type.Optional(
      Type.Array(itemInStatusFields.ItemNo, {
        minItems: 1,
        maxItems: 200,
        uniqueItems: true,
        description: 'Several items of the customer, instead of ItemNo.',
      }),
    ),
    InventoryStatus: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 50,
        description: 'With an item; absent: every status in which it is stored.',
      }),
    ),
  }),
  requestExample: { Warehouse: 'APC01', Location: 'A-01-02' },
  reply: {
    description: 'The counts are open.',
    schema: Type.Object({
      Items: Type.Integer({ description: 'Items and statuses that are counted now.' }),
      Places: Type.Integer({ description: 'Places where they are counted.' }),
    }),
    example: { Items: 2, Places: 2 },
  },
  errors: {
    400: 'Neither a location nor items are given, or both are, or the customer has no such item or status.',
    403: 'Nothing is recorded in the location, everything is in an open count, or the items or their statuses were removed.',
    404: `${noSuchWarehouseText}, or no such location.`,
  },
  check: ({ Location: location, CustomerNo: customerNo, ItemNo: itemNo, ItemNos: itemNos }): Fault[] => {
    const isOfItems = customerNo !== undefined && (itemNo === undefined) !== (itemNos === undefined);
    return (location === undefined) === isOfItems
      ? []
      : [
          {
            field: 'Location',
            code: 'Required',
            message: 'or CustomerNo with ItemNo or ItemNos: one of them is needed',
          },
        ];
  },
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, Location, CustomerNo: customerNo, ItemNo, InventoryStatus: status } = request;
    const itemNos = request.ItemNos ?? (ItemNo === undefined ? [] : [ItemNo]);
    return await db.write(async (tx) => {
      await readWarehouseWhereOperatorWorks(tx, operator, warehouse);
      const isBin = customerNo === undefined || itemNos.length === 0;
      const items = isBin
        ? await itemsIn(tx, warehouse, normalizeLocationCode(Location ?? ''))
        : await placesOf(tx, { warehouse, customerNo, itemNos, isList: request.ItemNos !== undefined, status });
      const { places, refused } = await openItemCounts(tx, context, warehouse, items);
      if (places.length === 0) throw refusalToOpen(items, refused);
      const opened = { Items: new Set(places.map(({ countId }) => countId)).size, Places: places.length };
      const subject = isBin
        ? `${warehouse} ${Location}`
        : `${warehouse} ${itemNos.length === 1 ? itemNos[0] : `${itemNos.length} items`}`;
      recordAudit(tx, context, {
        action: 'count.opened',
        subject,
        customerNo,
        after: { ...opened, ...(itemNos.length > 1 && { ItemNos: itemNos }) },
      });
      publishChangedTopics(tx, ['floor']);
      return opened;
    });
  },
});

/** Why no count was opened. */
function refusalToOpen(items: readonly ItemToCount[], refused: readonly ItemToCount[]): AppError {
  const [unknown] = refused;
  if (items.length === 0) {
    return new AppError(refuseState('EMPTY', 'Nothing is recorded there: record what you find.').refused);
  }
  if (unknown === undefined) return new AppError(refuseState('OPEN', 'It is being counted.').refused);
  const why = `${unknown.itemNo} in ${unknown.status} cannot be counted: the item or the inventory status was removed. Add it again first.`;
  return new AppError(refuseState('UNKNOWN', why).refused);
}

async function itemsIn(tx: Tx, warehouse: string, location: string): Promise<ItemToCount[]> {
  const [found] = await lockLocations(tx, [{ warehouse, location }]);
  if (found === undefined) throw unknownLocationError(warehouse, location);
  const contents = await listBinContents(tx, [found]);
  return contents.map(({ customerNo, itemNo, status }) => ({ customerNo, itemNo, status, locations: [location] }));
}

interface ItemsAt {
  readonly warehouse: string;
  readonly customerNo: string;
  readonly itemNos: readonly string[];
  /** Whether faults name the member of a list. */
  readonly isList: boolean;
  readonly status: string | undefined;
}

/** The items in each status, with the places to count them: their bins, and '' for one that has unplaced units or no bin. */
async function placesOf(tx: Tx, { warehouse, customerNo, itemNos, isList, status }: ItemsAt): Promise<ItemToCount[]> {
  const content = { customerNo, warehouse, location: '', status: status ?? primaryInventoryStatus, quantity: 0 };
  const contents = itemNos.map((itemNo) => ({ ...content, itemNo }));
  const faults = (await checkBinContents(tx, contents, () => undefined)).flatMap((each, index) =>
    each.map((fault) => (isList && fault.field === 'ItemNo' ? { ...fault, field: `ItemNos[${index}]` } : fault)),
  );
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
  const placements = (await readPlacementTotals(tx, warehouse, contents)).filter(
    (each) => status === undefined || each.status === status,
  );
  const unplaced = new Map(placements.map((each) => [formatItemInStatusKey(each), computeUnplacedUnits(each)]));
  const items = itemNos.flatMap((itemNo) => {
    const statuses = placements.filter((each) => each.itemNo === itemNo).map((each) => each.status);
    return (statuses.length === 0 ? [status ?? primaryInventoryStatus] : statuses).map((each) => ({
      customerNo,
      itemNo,
      status: each,
    }));
  });
  const listed = await listLocationsOfItems(tx, warehouse, items);
  // A location of an open count cannot be removed, so only locations that exist under their lock become places.
  const locked = await lockLocations(tx, [
    ...new Map(listed.map((bin) => [bin.location, { ...bin, warehouse }])).values(),
  ]);
  const there = new Set(locked.map(({ location }) => location));
  const bins = Map.groupBy(
    listed.filter(({ location }) => there.has(location)),
    formatItemInStatusKey,
  );
  return items.map((item) => {
    const locations = (bins.get(formatItemInStatusKey(item)) ?? []).map(({ location }) => location);
    const isOutside = locations.length === 0 || (unplaced.get(formatItemInStatusKey(item)) ?? 0) > 0;
    return { ...item, locations: isOutside ? [...locations, ''] : locations };
  });
}
