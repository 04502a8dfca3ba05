/** Bins/Find: find the location or the items that a scanned code stands for. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { isBlindCounter, loadBlindItemCheck } from '../../inventory/index.ts';
import { LocationRecord, listBinContents, locationKindField, locationRecord } from '../../locations/index.ts';
import { noSuchWarehouseText } from '../../operator-settings/index.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { binOperationRoles, scannedCodeRequest } from '../bin-fields.ts';
import { findScannedLocationOrItems, type ScannedItem } from '../find-scanned.ts';
import { computeRemainingBinCapacity } from '../put-away.ts';

const roomField = Type.Optional(
  Type.Integer({
    description: 'Units that still fit; absent: any number, or an item that lies there is being counted.',
  }),
);

const seenUnits = Type.Optional(
  Type.Integer({ description: 'Units; absent for people of the floor while the item is being counted.' }),
);

const item = {
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  ItemNo: Type.String(),
  Description: Type.String(),
  InventoryStatus: Type.String(),
};

const itemExample = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  ItemNo: '23PIN-01',
  Description: '2023 Pinot Noir Estate 750ml',
  InventoryStatus: 'GOOD-NO-TX',
};

export const binsFindOperation = defineOperatorQuery({
  path: '/api/Bins/Find',
  summary: 'Find what a code stands for',
  description:
    'Reads a scanned code at a warehouse: the location that has it, with its recorded contents, or else the items of all customers that have it, one entry for each inventory status, with their bins, what is in no bin, and where that should go: a bin of the item with room, otherwise a free one. Both are empty for an unknown code.',
  roles: binOperationRoles,
  ...scannedCodeRequest,
  reply: {
    description: 'A location, items, or nothing.',
    schema: Type.Object({
      Location: Type.Optional(
        Type.Object({
          ...LocationRecord.properties,
          Room: roomField,
          Contents: Type.Array(Type.Object({ ...item, Quantity: seenUnits })),
        }),
      ),
      Items: Type.Array(
        Type.Object({
          ...item,
          Units: Type.Integer({ description: 'Units that the code stands for.' }),
          Unplaced: Type.Optional(Type.Integer({ description: 'Units in no bin; absent as `Quantity`.' })),
          Bins: Type.Array(
            Type.Object({ Location: Type.String(), Kind: Type.Optional(locationKindField), Quantity: seenUnits }),
          ),
          Suggestion: Type.Optional(
            Type.Object({
              Location: Type.String(),
              Zone: Type.String(),
              Room: roomField,
              IsOfItem: Type.Boolean({ description: 'The item lies there, or belongs there.' }),
            }),
          ),
        }),
      ),
    }),
    example: {
      Items: [
        {
          ...itemExample,
          Units: 1,
          Unplaced: 144,
          Bins: [{ Location: 'A-01-02', Kind: 'pick', Quantity: 48 }],
          Suggestion: { Location: 'R-04-01', Zone: 'R', Room: 600, IsOfItem: false },
        },
      ],
    },
  },
  errors: {
    400: 'A field is not valid.',
    404: `${noSuchWarehouseText}.`,
  },
  execute: async ({ environment: { db }, operator, request }) => {
    const { Warehouse: warehouse } = request;
    const { location, items } = await findScannedLocationOrItems(db, operator, request);
    if (location === undefined) {
      const nameOf = await readCustomerNameLookup(db, items);
      const isBlind = await loadBlindItemCheck(
        db,
        operator,
        items.map((each) => ({ ...each, warehouse })),
      );
      // The room in a bin would reveal the quantity of an item that is being counted blind.
      const places = items.flatMap(({ suggestion }) => suggestion?.location ?? []);
      const suggested = isBlindCounter(operator) ? await listBinContents(db, places) : [];
      const blind = suggested.filter(await loadBlindItemCheck(db, operator, suggested));
      const blindBins = new Set(blind.map((content) => content.location));
      return {
        Items: items.map((each) =>
          itemRecord(
            each,
            nameOf(each.customerNo),
            isBlind({ ...each, warehouse }),
            each.suggestion === undefined || blindBins.has(each.suggestion.location.location),
          ),
        ),
      };
    }
    const contents = await listBinContents(db, [location]);
    const nameOf = await readCustomerNameLookup(db, contents);
    const isBlind = await loadBlindItemCheck(db, operator, contents);
    const room = contents.some(isBlind)
      ? undefined
      : computeRemainingBinCapacity(
          location,
          contents.reduce((sum, { quantity }) => sum + quantity, 0),
        );
    const Contents = contents.map((content) => ({
      CustomerNo: content.customerNo,
      CustomerName: nameOf(content.customerNo),
      ItemNo: content.itemNo,
      Description: content.description,
      InventoryStatus: content.status,
      ...(isBlind(content) ? {} : { Quantity: content.quantity }),
    }));
    return {
      Location: { ...locationRecord(location), ...(room === undefined ? {} : { Room: room }), Contents },
      Items: [],
    };
  },
});

function itemRecord(
  { customerNo, itemNo, suggestion, bins, ...item }: ScannedItem,
  customerName: string,
  isBlind: boolean,
  isRoomBlind: boolean,
) {
  return {
    CustomerNo: customerNo,
    CustomerName: customerName,
    ItemNo: itemNo,
    Description: item.description,
    InventoryStatus: item.status,
    Units: item.units,
    ...(isBlind ? {} : { Unplaced: item.unplaced }),
    Bins: bins.map(({ content, location }) => ({
      Location: content.location,
      ...(location === undefined ? {} : { Kind: location.kind }),
      ...(isBlind ? {} : { Quantity: content.quantity }),
    })),
    ...(suggestion === undefined
      ? {}
      : {
          Suggestion: {
            Location: suggestion.location.location,
            Zone: suggestion.location.zone,
            ...(suggestion.room === undefined || isBlind || isRoomBlind ? {} : { Room: suggestion.room }),
            IsOfItem: suggestion.isOfItem,
          },
        }),
  };
}
