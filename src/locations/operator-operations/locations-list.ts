/** Locations/List: locations in walk order, with their contents. */

import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { codesFilterField, warehousesFilterField } from '../../contract/list-fields.ts';
import { loadBlindItemCheck } from '../../inventory/index.ts';
import {
  defineOperatorList,
  limitToVisibleWarehouses,
  versionedRecordSchema,
  withRecordVersion,
} from '../../operators/index.ts';
import { operatorRoles } from '../../platform/http/operator-operation.ts';
import { countLocations, type LocationListPosition, listBinContents, listLocations } from '../list-locations.ts';
import { locationKinds } from '../location.ts';
import {
  BinContentRecord,
  binContentExample,
  binContentRecord,
  LocationRecord,
  locationExample,
  locationRecord,
} from '../location-fields.ts';

const Content = Type.Object({
  ...Type.Omit(versionedRecordSchema(BinContentRecord), ['Warehouse', 'Location', 'Quantity']).properties,
  Quantity: Type.Optional(
    Type.Integer({
      description:
        'Units; 0 in a pick face: the item belongs there. Absent for people of the floor while the item is being counted.',
    }),
  ),
  CustomerName: Type.String(),
  Description: Type.String(),
});

export const locationsListOperation = defineOperatorList({
  path: '/api/Locations/List',
  summary: 'List locations',
  description:
    'Returns the locations that match all filters, by warehouse, walk order and code, with what lies in them. The role floor sees those of its warehouses.',
  roles: operatorRoles,
  filters: {
    Warehouses: warehousesFilterField,
    Kinds: codesFilterField(`Of ${locationKinds.join(', ')}; absent or empty: all.`),
    Text: Type.Optional(
      Type.String({ maxLength: 40, description: 'The beginning of a code, or a zone, in any letter case.' }),
    ),
  },
  requestExample: { Warehouses: ['APC01'], Text: 'A-01' },
  reply: {
    description: 'A page of locations.',
    record: Type.Object({ ...versionedRecordSchema(LocationRecord).properties, Contents: Type.Array(Content) }),
    example: {
      ...locationExample,
      Version: '3f0c8a51d2b7e964',
      Contents: [
        {
          CustomerNo: binContentExample.CustomerNo,
          ItemNo: binContentExample.ItemNo,
          InventoryStatus: binContentExample.InventoryStatus,
          Quantity: binContentExample.Quantity,
          CustomerName: 'Hilltop Cellars',
          Description: '2023 Pinot Noir Estate 750ml',
          Version: 'b7e9643f0c8a51d2',
        },
      ],
    },
  },
  parsePosition,
  execute: async ({ environment: { db }, operator, request }, page, buildReply) => {
    const { Warehouses = [], Kinds = [], Text = '' } = request;
    const filter = {
      warehouses: limitToVisibleWarehouses(operator, Warehouses),
      kinds: Kinds.length === 0 ? undefined : Kinds,
      text: Text.trim().toUpperCase(),
    };
    const rows = await listLocations(db, filter, page);
    const contents = await listBinContents(db, rows);
    const nameOf = await readCustomerNameLookup(db, contents);
    const isBlind = await loadBlindItemCheck(db, operator, contents);
    const contentsOf = Map.groupBy(contents, ({ warehouse, location }) => `${warehouse} ${location}`);
    return buildReply(rows, await countLocations(db, filter, page.maxCounted), {
      keyOf: ({ warehouse, walkOrder, location }) => `${warehouse} ${walkOrder} ${location}`,
      toRecord: (row) => ({
        ...withRecordVersion(locationRecord(row)),
        Contents: (contentsOf.get(`${row.warehouse} ${row.location}`) ?? []).map((content) => {
          const {
            Warehouse: _,
            Location: __,
            Quantity,
            Version,
            ...shown
          } = withRecordVersion(binContentRecord(content));
          const name = nameOf(content.customerNo);
          // The version is a digest of the content, from which the quantity could be found by trying a few quantities.
          const seen = isBlind(content) ? { Version: '' } : { Quantity, Version };
          return { ...shown, ...seen, CustomerName: name, Description: content.description };
        }),
      }),
    });
  },
});

function parsePosition(after: string): LocationListPosition | undefined {
  const [, warehouse = '', walkOrder, location = ''] = /^(\S+) (\d{1,8}) (\S+)$/.exec(after) ?? [];
  return location === '' ? undefined : { warehouse, walkOrder: Number(walkOrder), location };
}
