/** Counts/Open: open a blind count of a bin or of an item. */
import Type from 'typebox';
import { primaryStatus } from '../../contract/operator-settings.ts';
import { contentFaults, listContents, locationCodeOf, lockLocations, unknownLocation } from '../../locations/index.ts';
import { noSuchWarehouse, readOperatorsWarehouse } from '../../operator-settings/index.ts';
import { publishTopics, recordAudit } from '../../operators/index.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, type Fault, refuseState, validationRefusal } from '../../platform/errors.ts';
import { defineOperatorCommand } from '../../platform/http/operator-operation.ts';
import { binRoles, itemFields, locationField, warehouseField } from '../bin-fields.ts';
import { listLocationsOf } from '../list-counts.ts';
import { readPlacement, unplacedOf } from '../list-placement.ts';
import { type ItemToCount, openItemCounts } from '../open-places.ts';

export const countsOpen = defineOperatorCommand({
  path: '/api/Counts/Open',
  summary: 'Open a count of a bin or an item',
  description:
    'Opens blind counts: of the recorded contents of a location, or of an item in all its locations and outside bins. Each item and inventory status is a count of its own, in at most one at a time. Nothing expected is returned, here or when it is counted.',
  roles: binRoles,
  request: Type.Object({
    Warehouse: warehouseField,
    Location: Type.Optional(locationField),
    CustomerNo: Type.Optional(itemFields.CustomerNo),
    ItemNo: Type.Optional(itemFields.ItemNo),
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
    400: 'Neither a location nor an item is given, or both are, or the customer has no such item or status.',
    403: 'Nothing is recorded in the location, or everything is in an open count.',
    404: `${noSuchWarehouse}, or no such location.`,
  },
  check: ({ Location: location, CustomerNo: customerNo, ItemNo: itemNo }): Fault[] =>
    (location === undefined) === (customerNo !== undefined && itemNo !== undefined)
      ? []
      : [{ field: 'Location', code: 'Required', message: 'or CustomerNo and ItemNo: one of both is needed' }],
  execute: async ({ environment: { db }, context, operator, request }) => {
    const { Warehouse: warehouse, Location, CustomerNo: customerNo, ItemNo: itemNo, InventoryStatus: status } = request;
    return await db.write(async (tx) => {
      await readOperatorsWarehouse(tx, operator, warehouse);
      const isBin = customerNo === undefined || itemNo === undefined;
      const items = isBin
        ? await itemsIn(tx, warehouse, locationCodeOf(Location ?? ''))
        : await placesOf(tx, { warehouse, customerNo, itemNo, status });
      const { places } = await openItemCounts(tx, context, warehouse, items);
      if (places.length === 0) {
        const why = items.length === 0 ? 'Nothing is recorded there: record what you find.' : 'It is being counted.';
        throw new AppError(refuseState(items.length === 0 ? 'EMPTY' : 'OPEN', why).refused);
      }
      const opened = { Items: new Set(places.map(({ countId }) => countId)).size, Places: places.length };
      const subject = isBin ? `${warehouse} ${Location}` : `${warehouse} ${itemNo}`;
      recordAudit(tx, context, { action: 'count.opened', subject, customerNo, after: opened });
      publishTopics(tx, ['floor']);
      return opened;
    });
  },
});

async function itemsIn(tx: Tx, warehouse: string, location: string): Promise<ItemToCount[]> {
  const [found] = await lockLocations(tx, [{ warehouse, location }]);
  if (found === undefined) throw unknownLocation(warehouse, location);
  const contents = await listContents(tx, [found]);
  return contents.map(({ customerNo, itemNo, status }) => ({ customerNo, itemNo, status, locations: [location] }));
}

interface ItemAt {
  readonly warehouse: string;
  readonly customerNo: string;
  readonly itemNo: string;
  readonly status: string | undefined;
}

/** The item in each status, with the places to count it: its bins, and '' when it has unplaced units or no bin. */
async function placesOf(tx: Tx, { warehouse, customerNo, itemNo, status }: ItemAt): Promise<ItemToCount[]> {
  const content = { customerNo, warehouse, location: '', itemNo, status: status ?? primaryStatus, quantity: 0 };
  const faults = (await contentFaults(tx, [content], () => undefined)).flat();
  if (faults.length > 0) throw new AppError(validationRefusal(faults));
  const placements = (await readPlacement(tx, { warehouse, customerNo, itemNo })).filter(
    (each) => status === undefined || each.status === status,
  );
  const unplaced = new Map(placements.map((each) => [each.status, unplacedOf(each)]));
  const statuses = unplaced.size === 0 ? [status ?? primaryStatus] : [...unplaced.keys()];
  const items = statuses.map((each) => ({ customerNo, itemNo, status: each }));
  const listed = await listLocationsOf(tx, warehouse, items);
  // A location of an open count cannot be removed, so only locations that exist under their lock become places.
  const locked = await lockLocations(tx, [
    ...new Map(listed.map((bin) => [bin.location, { ...bin, warehouse }])).values(),
  ]);
  const there = new Set(locked.map(({ location }) => location));
  const bins = Map.groupBy(
    listed.filter(({ location }) => there.has(location)),
    (bin) => bin.status,
  );
  return items.map((item) => {
    const locations = (bins.get(item.status) ?? []).map(({ location }) => location);
    const isOutside = locations.length === 0 || (unplaced.get(item.status) ?? 0) > 0;
    return { ...item, locations: isOutside ? [...locations, ''] : locations };
  });
}
