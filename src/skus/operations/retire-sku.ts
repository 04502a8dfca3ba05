/** POST /api/SKU/RetireSku (interface: Product; States and transitions; decision 6). */
import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineChange } from '../../platform/http/operation.ts';
import { type SkuRetirement, skuRetirements } from '../retire-skus.ts';
import type { SkuChanged } from '../update-skus.ts';

const request = Type.Object({ ItemNo: nameField('Which item.') });

export const retireSku = defineChange<typeof request, typeof TransactionReference, SkuRetirement, SkuChanged>({
  path: '/api/SKU/RetireSku',
  tag: 'Product',
  summary: 'Retires an item (SKU).',
  description:
    'New orders of it are refused from then on. Stock and open orders do not prevent it: what has been ordered is fulfilled, what is on hand and what has moved stays visible. Its number stays taken. Answers the transaction reference.',
  environments: ['production', 'test'],
  credentials: 'Authentication',
  token: true,
  request,
  requestExample: { ItemNo: '23PIN-01' },
  reply: {
    status: 200,
    description: 'The item is retired.',
    schema: TransactionReference,
    example: referenceExample,
  },
  errors: {
    400: 'A rule of the interface is broken (`ValidationFailed`).',
    403: 'The item is retired already, or the credentials lack the right to write.',
    404: 'There is no such item.',
  },
  change: {
    writer: skuRetirements,
    member: ({ context, request }) => ({
      ...context,
      itemNo: request.ItemNo,
    }),
    reply: ({ reference }) => reference,
  },
});
