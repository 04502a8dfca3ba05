/** The scope of a stock-take in requests, and the position of a page. */

import Type from 'typebox';
import { warehouseCodeField } from '../contract/fields.ts';
import { createKeyPositionCodec } from '../contract/list-fields.ts';
import { itemInStatusFields } from '../locations/index.ts';
import type { PlaceToCount, StockTakeScope } from './list-stock-take.ts';

export const stockTakeScopeFields = {
  Warehouse: warehouseCodeField,
  Zone: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 30,
      description: 'Only the bins of this zone, in any letter case. What is in no bin is not in it.',
    }),
  ),
  CustomerNo: Type.Optional(itemInStatusFields.CustomerNo),
};

interface ScopeRequest {
  readonly Warehouse: string;
  readonly Zone?: string | undefined;
  readonly CustomerNo?: string | undefined;
}

export const stockTakeScopeOf = ({ Warehouse, Zone, CustomerNo }: ScopeRequest): StockTakeScope => ({
  warehouse: Warehouse,
  zone: Zone,
  customerNo: CustomerNo,
});

/** The subject of audit entries. */
export const formatStockTakeAuditSubject = ({ Warehouse, Zone }: ScopeRequest): string =>
  Zone === undefined ? Warehouse : `${Warehouse} zone ${Zone}`;

// The item is last, because it may contain spaces. The place has a mark, so that another text is not read as a position.
const position = createKeyPositionCodec('customerNo', 'status', 'place', 'itemNo');

export const formatStockTakePosition = ({ location, ...item }: PlaceToCount): string =>
  position.write({ ...item, place: `@${location}` });

export function parseStockTakePosition(text: string): PlaceToCount | undefined {
  const read = position.read(text);
  if (read === undefined || !read.place.startsWith('@')) return undefined;
  const { place, ...item } = read;
  return { ...item, location: place.slice(1) };
}
