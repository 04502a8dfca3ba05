/** Locations in requests and replies of the operator interface, and their audit records. */

import Type, { type Static } from 'typebox';
import { codeField, quantityOrZeroField, warehouseCodeField } from '../contract/fields.ts';
import { itemKeyFields } from '../contract/operator-key-fields.ts';
import { type Fault, notFoundError } from '../platform/errors.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import {
  type BinContent,
  type Location,
  locationCodePattern,
  locationKinds,
  maxLocationCapacity,
  maxWalkOrder,
  normalizeLocationCode,
} from './location.ts';

/** Describes the error 404 of operations. */
export const noSuchLocationMessage = 'There is no such location.';

/** Roles that may edit locations. */
export const locationEditorRoles: readonly OperatorRole[] = ['lead', 'admin'];

export const locationKeyFields = {
  Warehouse: warehouseCodeField,
  Location: Type.String({
    minLength: 1,
    maxLength: 40,
    description:
      'The code of the location, as its label reads: letters, digits, `.`, `_`, `/` and `-`, at most 30, first a letter or a digit. It is kept in capital letters.',
  }),
};

export const locationKindField = codeField(
  '`pick`: people pick from it. `reserve`: it refills pick faces, and is picked from when these are empty. `tote`: it carries picked bottles to the packing stations.',
  locationKinds,
);

export const locationZoneField = Type.String({ maxLength: 30, description: 'A part of the warehouse; `""` for none.' });

export const walkOrderField = Type.Integer({
  minimum: 0,
  maximum: maxWalkOrder,
  description: 'People walk from the lowest to the highest.',
});

export const locationCapacityField = Type.Integer({
  minimum: 0,
  maximum: maxLocationCapacity,
  description: 'Units that fit, of all items; 0: any number.',
});

export const itemInStatusFields = {
  ...itemKeyFields,
  InventoryStatus: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'The inventory status; default GOOD-NO-TX.' }),
  ),
};

export const binContentKeyFields = { ...locationKeyFields, ...itemInStatusFields };

export const binQuantityField = quantityOrZeroField('Units that lie there; 0 in a pick face: the item belongs there.');

export const LocationRecord = Type.Object({
  Warehouse: Type.String(),
  Location: Type.String(),
  Zone: Type.String(),
  WalkOrder: Type.Integer(),
  Kind: locationKindField,
  Capacity: locationCapacityField,
});

export const locationExample: Static<typeof LocationRecord> = {
  Warehouse: 'APC01',
  Location: 'A-01-02',
  Zone: 'A',
  WalkOrder: 102,
  Kind: 'pick',
  Capacity: 120,
};

export const locationRecord = ({ warehouse, location, zone, walkOrder, kind, capacity }: Location) => ({
  Warehouse: warehouse,
  Location: location,
  Zone: zone,
  WalkOrder: walkOrder,
  Kind: kind,
  Capacity: capacity,
});

export const BinContentRecord = Type.Object({
  Warehouse: Type.String(),
  Location: Type.String(),
  CustomerNo: Type.String(),
  ItemNo: Type.String(),
  InventoryStatus: Type.String(),
  Quantity: Type.Integer({ description: 'Units; 0 in a pick face: the item belongs there.' }),
});

export const binContentExample: Static<typeof BinContentRecord> = {
  Warehouse: 'APC01',
  Location: 'A-01-02',
  CustomerNo: 'W1001',
  ItemNo: '23PIN-01',
  InventoryStatus: 'GOOD-NO-TX',
  Quantity: 48,
};

export const binContentRecord = ({ warehouse, location, customerNo, itemNo, status, quantity }: BinContent) => ({
  Warehouse: warehouse,
  Location: location,
  CustomerNo: customerNo,
  ItemNo: itemNo,
  InventoryStatus: status,
  Quantity: quantity,
});

/** The fault of a malformed location code. */
export function checkLocationCode({ Location: code }: { readonly Location: string }): Fault[] {
  if (locationCodePattern.test(normalizeLocationCode(code))) return [];
  const message = 'must be 1 to 30 letters, digits, ".", "_", "/" and "-", and begin with a letter or a digit';
  return [{ field: 'Location', code: 'Format', message }];
}

export const unknownLocationError = (warehouse: string, location: string) =>
  notFoundError(`Warehouse ${warehouse} has no location ${location}.`);
