/** EndHold: end the Customer Service holds of an order that a person may end (decision 11). */

import Type from 'typebox';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { operatorHoldReleaseWriter } from '../hold-by-operator.ts';
import {
  salesOrderSelectorErrorTexts,
  salesOrderSelectorFields,
  salesOrderSelectorRequestRules,
  toSalesOrderSelector,
} from './order-name-fields.ts';

export const endHoldOperation = defineInternalChange({
  name: 'EndHold',
  summary: 'End the Customer Service hold of an order',
  description:
    'Ends the Customer Service holds of an order that a person may end: that of PlaceHold, a problem that the packing station reported, and the refusal of a carrier. Other holds stay. An order without other holds is released at once.',
  request: Type.Object(salesOrderSelectorFields, { title: 'EndHoldRequest' }),
  ...salesOrderSelectorRequestRules,
  requestExample: { OrderNo: 'CLB260001' },
  reply: {
    status: 200,
    description: 'The hold has ended.',
    schema: Type.Object({ TransactionReferenceNumber: TransactionReference }, { title: 'HoldEnded' }),
    example: { TransactionReferenceNumber: transactionReferenceExample },
  },
  errors: {
    ...salesOrderSelectorErrorTexts,
    400: 'Neither OrderNo nor TransactionReferenceNumber was given.',
    403: 'The order has no Customer Service hold that a person may end, or is not open.',
  },
  change: {
    writer: operatorHoldReleaseWriter,
    item: ({ context, request }) => ({ ...context, name: toSalesOrderSelector(context.customerNo, request) }),
    reply: ({ reference }) => ({ TransactionReferenceNumber: reference }),
  },
});
