/** POST /api/SKU/RetireSku (interface: Product; States and transitions; decision 6). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { type TransactionReference, transactionReferenceReply } from '../../contract/transaction-reference.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { type SkuRetirement, skuRetirementWriter } from '../retire-skus.ts';
import { noSuchItemMessage } from '../sku.ts';
import type { SkuChangeResult } from '../update-skus.ts';

const request = Type.Object({ ItemNo: identifierField('The number of the item.') });

export const retireSkuOperation = defineChange<
  typeof request,
  typeof TransactionReference,
  SkuRetirement,
  SkuChangeResult
>({
  path: '/api/SKU/RetireSku',
  tag: 'Product',
  summary: 'Retire an item (SKU)',
  description:
    'New orders of a retired item are rejected, and GetSellable shows 0. Stock and open orders do not prevent retiring it: open orders are fulfilled, its stock and transactions stay visible, and its stock may leave by transfer order, DELIVERY_TO_WINERY order or adjustment. Its number cannot be used by another item; CreateSKU with the same content reinstates it. Returns the transaction reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: true,
  request,
  requestExample: { ItemNo: '23PIN-01' },
  reply: transactionReferenceReply('The item is retired.'),
  errors: {
    400: 'A rule of the interface is broken (`ValidationFailed`).',
    403: 'The item is already retired, or the credentials lack the right to write.',
    404: noSuchItemMessage,
  },
  change: {
    writer: skuRetirementWriter,
    item: ({ context, request }) => ({
      ...context,
      itemNo: request.ItemNo,
    }),
    reply: ({ reference }) => reference,
  },
});
