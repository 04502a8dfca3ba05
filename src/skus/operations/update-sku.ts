/** POST /api/SKU/UpdateSKU (interface: Product; SKU and requestor; decisions 4, 6). */

import Type, { type Static } from 'typebox';
import { dollarAmountStringField, identifierField, textField } from '../../contract/fields.ts';
import { RequestorInfo, requestorExample } from '../../contract/requestor.ts';
import { type TransactionReference, transactionReferenceReply } from '../../contract/transaction-reference.ts';
import type { Fault } from '../../platform/errors.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { noSuchItemMessage } from '../sku.ts';
import { type SkuUpdate, type SkuUpdateResult, skuUpdateWriter } from '../update-skus.ts';
import { skuRequestorFromRequest } from './requestor-of.ts';

const request = Type.Object({
  RequestorInfo,
  SKUInfo: Type.Object(
    {
      ItemNo: identifierField('The number of the item.', { maxLength: 30 }),
      ItemDescription: Type.Optional(
        textField('The description of the item; absent: unchanged.', { minLength: 1, maxLength: 255 }),
      ),
      Value: Type.Optional(dollarAmountStringField('Value of one unit in dollars; absent: unchanged.')),
    },
    { title: 'SKUChange', description: 'The item and its new values.' },
  ),
});

function check({ SKUInfo: sku }: Static<typeof request>): Fault[] {
  if (sku?.Value === undefined || Number(sku.Value) >= 0) return [];
  return [{ field: 'SKUInfo.Value', code: 'Minimum', message: 'must be at least 0' }];
}

export const updateSkuOperation = defineChange<typeof request, typeof TransactionReference, SkuUpdate, SkuUpdateResult>(
  {
    path: '/api/SKU/UpdateSKU',
    tag: 'Product',
    summary: 'Update the description and value of an item (SKU)',
    description:
      'Absent and null fields stay unchanged. Existing orders and transactions keep the previous description. Returns the transaction reference of the update.',
    environments: ['production', 'test'],
    credentials: 'Authentication',
    token: true,
    request,
    requestExample: {
      RequestorInfo: requestorExample,
      SKUInfo: { ItemNo: '23PIN-01', ItemDescription: '2023 Pinot Noir Estate 750ml', Value: '52.00' },
    },
    reply: transactionReferenceReply('The transaction reference of the update.'),
    errors: {
      400: 'A rule of the interface is broken (`ValidationFailed`).',
      403: 'The item is retired, or the credentials lack the right to write.',
      404: noSuchItemMessage,
    },
    check,
    change: {
      writer: skuUpdateWriter,
      item: ({ context, request }) => ({
        ...context,
        itemNo: request.SKUInfo.ItemNo,
        patch: { description: request.SKUInfo.ItemDescription, value: request.SKUInfo.Value },
        requestor: skuRequestorFromRequest(request.RequestorInfo),
      }),
      reply: ({ reference }) => reference,
    },
  },
);
