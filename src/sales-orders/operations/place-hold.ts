/** PlaceHold: put an order on Customer Service hold (decision 11). */

import Type from 'typebox';
import { codeField, dateTimeField, holdTextField } from '../../contract/fields.ts';
import { TransactionReference, transactionReferenceExample } from '../../contract/transaction-reference.ts';
import { parseInstant } from '../../lib/dates.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { operatorHoldPlacementWriter } from '../hold-by-operator.ts';
import {
  salesOrderSelectorErrorTexts,
  salesOrderSelectorFields,
  salesOrderSelectorRequestRules,
  toSalesOrderSelector,
} from './order-name-fields.ts';

const request = Type.Object(
  {
    ...salesOrderSelectorFields,
    HoldReason: codeField('The hold reason that operators can set.', ['Customer Service']),
    HoldReasonDescription: Type.Optional(holdTextField('Reason shown to the customer.')),
    EndsAt: Type.Optional(
      dateTimeField(
        "When the hold ends by itself, on the customer's clock. Without offset, in the operator's time zone.",
      ),
    ),
  },
  { title: 'PlaceHoldRequest' },
);

export const placeHoldOperation = defineInternalChange({
  name: 'PlaceHold',
  summary: 'Put an order on Customer Service hold',
  description:
    'Puts an open order on Customer Service hold. The order keeps its reservations. A repeated call replaces the description and the end of the hold.',
  request,
  ...salesOrderSelectorRequestRules,
  requestExample: {
    OrderNo: 'CLB260001',
    HoldReason: 'Customer Service',
    HoldReasonDescription: 'The recipient is traveling',
    EndsAt: '2026-12-01T08:00:00-08:00',
  },
  reply: {
    status: 200,
    description: 'The order is on hold.',
    schema: Type.Object({ TransactionReferenceNumber: TransactionReference }, { title: 'HoldPlaced' }),
    example: { TransactionReferenceNumber: transactionReferenceExample },
  },
  errors: {
    ...salesOrderSelectorErrorTexts,
    400: 'Neither OrderNo nor TransactionReferenceNumber was given, HoldReason is not `Customer Service`, or EndsAt is not in the future.',
    403: 'The order is not open.',
  },
  change: {
    writer: operatorHoldPlacementWriter,
    item: ({ context, request, environment }) => {
      const { HoldReasonDescription, EndsAt } = request;
      const { timeZone } = environment.config;
      return {
        ...context,
        name: toSalesOrderSelector(context.customerNo, request),
        description: HoldReasonDescription ?? '',
        endsAt: EndsAt === undefined ? undefined : parseInstant(EndsAt, timeZone),
        timeZone,
      };
    },
    reply: ({ reference }) => ({ TransactionReferenceNumber: reference }),
  },
});
