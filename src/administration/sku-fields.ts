/** Items in requests and replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { formatInstant } from '../lib/dates.ts';
import type { ChangeableSkuValues, ItemStockHolder, ListedSku } from '../skus/index.ts';

export const SkuRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  ItemNo: Type.String(),
  Description: Type.String(),
  ItemCategory: Type.String(),
  Uom: Type.String({
    description: 'Bottle size in milliliters, with pack count and wood box where it has them: `1500-6-W`.',
  }),
  UPCCode: Type.String(),
  Vintage: Type.String(),
  Varietal: Type.String(),
  HasUnknownVarietal: Type.Boolean({ description: 'Whether the varietal is not on the list of the operator.' }),
  IsRetired: Type.Boolean(),
});

const skuRecordExample: Static<typeof SkuRecord> = {
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  ItemNo: '23PIN-01',
  Description: '2023 Pinot Noir Estate 750ml',
  ItemCategory: 'Wine',
  Uom: '750',
  UPCCode: '000000000000',
  Vintage: '2023',
  Varietal: 'Pinot Noir',
  HasUnknownVarietal: false,
  IsRetired: false,
};

export const SkuDetailsRecord = Type.Object({
  ...SkuRecord.properties,
  Storage: Type.String({
    description: '`service`: stock kept here; `client`: in the own storage of the customer; `virtual`: none.',
  }),
  Classification: Type.String({ description: '`Still` or `Sparkling`; `""` when unknown.' }),
  Appellation: Type.String(),
  AlcoholByVolume: Type.String({ description: 'Percent; `""` when unknown.' }),
  Value: Type.String({ description: 'Dollars of one unit.' }),
  UnitsPerCase: Type.Optional(
    Type.Integer({ description: 'Units in a wholesale case; absent: the item cannot be ordered in cases.' }),
  ),
  CasesPerPallet: Type.Optional(Type.Integer()),
  Comments: Type.String(),
  CreatedAt: Type.String(),
  RetiredAt: Type.String({ description: '`""` unless it is retired.' }),
});

/** What of an item can be changed, as the audit shows it, for its version. */
export const skuAuditRecord = ({ description, value }: ChangeableSkuValues) => ({
  Description: description,
  Value: value,
});

export const skuExamples = {
  record: skuRecordExample,
  details: {
    ...skuRecordExample,
    Storage: 'service',
    Classification: 'Still',
    Appellation: 'Russian River Valley',
    AlcoholByVolume: '13.8',
    Value: '48.00',
    UnitsPerCase: 12,
    CasesPerPallet: 56,
    Comments: '',
    CreatedAt: '2026-11-18T17:00:00Z',
    RetiredAt: '',
  } satisfies Static<typeof SkuDetailsRecord>,
};

export const skuRecord = (sku: ListedSku, customerName: string): Static<typeof SkuRecord> => ({
  CustomerNo: sku.customerNo,
  CustomerName: customerName,
  ItemNo: sku.itemNo,
  Description: sku.description,
  ItemCategory: sku.category,
  Uom: sku.uom,
  UPCCode: sku.upcCode,
  Vintage: sku.vintage,
  Varietal: sku.varietal,
  HasUnknownVarietal: sku.hasUnknownVarietal,
  IsRetired: sku.retiredAt !== null,
});

export const skuDetailsRecord = (sku: ListedSku, customerName: string): Static<typeof SkuDetailsRecord> => ({
  ...skuRecord(sku, customerName),
  Storage: sku.storage satisfies ItemStockHolder,
  Classification: sku.classification,
  Appellation: sku.appellation,
  AlcoholByVolume: sku.alcoholByVolume ?? '',
  Value: sku.value,
  ...(sku.bottlesPerCase !== null && { UnitsPerCase: sku.bottlesPerCase }),
  ...(sku.casesPerPallet !== null && { CasesPerPallet: sku.casesPerPallet }),
  Comments: sku.comments,
  CreatedAt: formatInstant(sku.createdAt),
  RetiredAt: sku.retiredAt === null ? '' : formatInstant(sku.retiredAt),
});
