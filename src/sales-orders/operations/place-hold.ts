/** POST /api/Simulation/PlaceHold (decisions 2 and 11): customer service holds an order. Test only. */
import Type, { type Static } from 'typebox';
import { codeField, dateTimeField, textField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { parseInstant } from '../../lib/dates.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { operatorHoldPlacement } from '../hold-by-operator.ts';
import { checkOrderName, ignoredWhenReferenced, orderChangeRequest } from './order-name.ts';

const request = Type.Object(
  {
    OrderNo: Type.Optional(textField('The order number; ignored when TransactionReferenceNumber is given.')),
    TransactionReferenceNumber: Type.Optional(textField('Any reference answered for the order.')),
    ShipmentKey: Type.Optional(textField('Tells shipments of one order number apart; without it all match.')),
    HoldReason: codeField('What an operator may hold a single order for.', ['Customer Service']),
    HoldReasonDescription: Type.Optional(textField('Why, in words for the customer.', { maxLength: 1000 })),
    EndsAt: Type.Optional(
      dateTimeField(
        "When the hold ends by itself, on the customer's clock; without offset, in the operator's time zone.",
      ),
    ),
  },
  { title: 'PlaceHoldRequest' },
);

const sentName = (sent: Partial<Static<typeof request>>) => ({
  ...sent,
  orderNo: sent.OrderNo,
  shipmentKey: sent.ShipmentKey,
});

export const placeHold = defineInternalChange({
  name: 'PlaceHold',
  summary: 'Puts an order on hold',
  description:
    'Puts an open order on a Customer Service hold, as the operator does. It keeps what it has reserved. Placed again the hold takes the newer words and end.',
  request,
  ignores: ignoredWhenReferenced(['OrderNo', 'ShipmentKey']),
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
    example: { TransactionReferenceNumber: referenceExample },
  },
  errors: {
    300: 'Several orders have this number and no ShipmentKey was given; `Candidates` lists them.',
    400: 'Neither OrderNo nor TransactionReferenceNumber was given, another HoldReason, or EndsAt is not in the future.',
    403: 'The order is not open, or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  check: (sent) => checkOrderName(sentName(sent), 'OrderNo'),
  change: {
    writer: operatorHoldPlacement,
    member: (call) => {
      const { HoldReasonDescription, EndsAt } = call.request;
      const { timeZone } = call.environment.config;
      return {
        ...orderChangeRequest(call, sentName(call.request)),
        description: HoldReasonDescription ?? '',
        endsAt: EndsAt === undefined ? undefined : parseInstant(EndsAt, timeZone),
        timeZone,
      };
    },
    reply: ({ reference }) => ({ TransactionReferenceNumber: reference }),
  },
});
