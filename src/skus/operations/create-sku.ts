/** POST /api/SKU/CreateSKU (interface: Product; SKU and requestor; decisions 1, 4, 6, 8, 10). */

import Type, { type Static } from 'typebox';
import {
  codeField,
  decimalStringField,
  dollarAmountStringField,
  identifierField,
  longTextFieldOption,
  percentageStringField,
  textField,
  textOrNumberField,
} from '../../contract/fields.ts';
import { RequestorInfo, requestorExample } from '../../contract/requestor.ts';
import { type TransactionReference, transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { parseDecimal } from '../../lib/decimal.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { type SkuCreation, type SkuCreationResult, skuCreationWriter } from '../create-skus.ts';
import { type ItemStockHolder, itemCategories, type SkuDraft } from '../sku.ts';
import { skuRequestorFromRequest } from './requestor-of.ts';

const storageOf = {
  ServiceManagedStorage: 'service',
  ClientManagedStorage: 'client',
  Virtual: 'virtual',
} as const satisfies Record<string, ItemStockHolder>;

const SKUInfo = Type.Object(
  {
    ItemCategory: codeField('Category of the item.', itemCategories),
    InventoryManagementType: Type.Optional(
      codeField(
        "Where its inventory is kept: in the operator's warehouses (also when both fulfill it), in the client's own, or nowhere, for items needed at the point of sale or for fulfillment such as tasting fees and ice packs.",
        ['ServiceManagedStorage', 'ClientManagedStorage', 'Virtual'],
        { brandedValues: true, default: 'ServiceManagedStorage' },
      ),
    ),
    ItemNo: identifierField('Item number: the permanent identity of the item.', { maxLength: 30 }),
    ItemDescription: textField('Description of the item.', { minLength: 1, maxLength: 250 }),
    Vintage: Type.Optional(textOrNumberField('Vintage.')),
    Varietal: Type.Optional(
      textField(
        'Varietal; required when ItemCategory is Wine. An unknown varietal is accepted and flagged for the operator.',
      ),
    ),
    Appellation: Type.Optional(textField('Appellation.', { maxLength: 250 })),
    Value: dollarAmountStringField('Value of one unit in dollars.'),
    AlcoholByVolume: Type.Optional(percentageStringField('Alcohol by volume in percent, 0 to 100.')),
    // The interface has no limit; this is Dray's, because the code is indexed.
    UPCCode: Type.Optional(textOrNumberField('UPC code.', { maxLength: 255 })),
    UOM: identifierField(
      'Unit of measure: a bottle size in milliliters, `750`, with optional pack count and wood box, `1500-6-W`.',
    ),
    NumBottleInEachCase: Type.Optional(
      decimalStringField('Units in a wholesale case, a whole number; 0 is the same as absent.'),
    ),
    NumCasesInEachPallet: Type.Optional(
      decimalStringField('Cases on a pallet, a whole number; 0 is the same as absent.'),
    ),
    Classification: Type.Optional(codeField('For wine.', ['Still', 'Sparkling'])),
    Comments: Type.Optional(textField('Comments.', longTextFieldOption)),
  },
  { title: 'SKUInfo', description: 'The item.' },
);

const request = Type.Object({ RequestorInfo, SKUInfo });
type Request = Static<typeof request>;

const maxInt32 = 2_147_483_647;

/** A whole number from 0 to `maxInt32`, such as `12` or `12.0`; otherwise `undefined`. */
function parseCount(digits: string): number | undefined {
  const decimal = parseDecimal(digits);
  if (decimal === undefined) return undefined;
  const unit = 10n ** BigInt(decimal.scale);
  const whole = decimal.units / unit;
  return decimal.units % unit === 0n && whole >= 0n && whole <= maxInt32 ? Number(whole) : undefined;
}

function checkCount(field: string, digits: string | undefined): Fault[] {
  if (digits === undefined || parseCount(digits) !== undefined) return [];
  return [{ field: `SKUInfo.${field}`, code: 'Range', message: `must be a whole number from 0 to ${maxInt32}` }];
}

/** Units of a case, or cases of a pallet; `undefined` for 0, which clients send for items that come in none. */
const sizeOf = (digits: string | undefined): number | undefined => parseCount(digits ?? '') || undefined;

function check({ SKUInfo: sku }: Request): Fault[] {
  const faults: Fault[] = [];
  if (sku.ItemCategory === 'Wine' && !sku.Varietal) {
    faults.push({ field: 'SKUInfo.Varietal', code: 'Required', message: 'is required when ItemCategory is Wine' });
  }
  if (sku.Value !== undefined && Number(sku.Value) < 0) {
    faults.push({ field: 'SKUInfo.Value', code: 'Minimum', message: 'must be at least 0' });
  }
  const alcohol = Number(sku.AlcoholByVolume ?? 0);
  if (alcohol < 0 || alcohol > 100) {
    faults.push({ field: 'SKUInfo.AlcoholByVolume', code: 'Range', message: 'must be between 0 and 100' });
  }
  return [
    ...faults,
    ...checkCount('NumBottleInEachCase', sku.NumBottleInEachCase),
    ...checkCount('NumCasesInEachPallet', sku.NumCasesInEachPallet),
  ];
}

function draftOf(sku: Request['SKUInfo']): SkuDraft {
  return {
    itemNo: sku.ItemNo,
    description: sku.ItemDescription,
    category: sku.ItemCategory,
    storage: storageOf[sku.InventoryManagementType ?? 'ServiceManagedStorage'],
    vintage: sku.Vintage ?? '',
    varietal: sku.Varietal ?? '',
    appellation: sku.Appellation ?? '',
    value: sku.Value,
    alcoholByVolume: sku.AlcoholByVolume ?? '',
    upcCode: sku.UPCCode ?? '',
    uom: sku.UOM,
    bottlesPerCase: sizeOf(sku.NumBottleInEachCase),
    casesPerPallet: sizeOf(sku.NumCasesInEachPallet),
    classification: sku.Classification ?? '',
    comments: sku.Comments ?? '',
  };
}

export const createSkuOperation = defineChange<
  typeof request,
  typeof TransactionReference,
  SkuCreation,
  SkuCreationResult
>({
  path: '/api/SKU/CreateSKU',
  tag: 'Product',
  summary: 'Create an item (SKU)',
  description:
    'Returns the transaction reference of the created item. Repeating the request returns the first reference and changes nothing, unless the item was retired since: then it is reinstated, with the content sent. If the item number is taken by an item with different content, also a retired one, the reply is 400 `DuplicateItem` with the first reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: true,
  request,
  requestExample: {
    RequestorInfo: requestorExample,
    SKUInfo: {
      ItemCategory: 'Wine',
      InventoryManagementType: 'ServiceManagedStorage',
      ItemNo: '23PIN-01',
      ItemDescription: '2023 Pinot Noir Estate 750ml',
      Vintage: '2023',
      Varietal: 'Pinot Noir',
      Appellation: 'Russian River Valley',
      Value: '48.00',
      AlcoholByVolume: '13.8',
      UPCCode: '000000000000',
      UOM: '750',
      NumBottleInEachCase: '12',
      Classification: 'Still',
      Comments: '',
    },
  },
  reply: transactionReferenceReply('The item exists.'),
  errors: {
    400: 'A rule of the interface is broken (`ValidationFailed`), or the item number is taken by an item with different content (`DuplicateItem`).',
  },
  check,
  change: {
    writer: skuCreationWriter,
    item: ({ context, request }) => ({
      ...context,
      draft: draftOf(request.SKUInfo),
      requestor: skuRequestorFromRequest(request.RequestorInfo),
    }),
    reply: (created) => created.reference,
  },
});
