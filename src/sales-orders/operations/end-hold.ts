/** POST /api/Simulation/EndHold (decisions 2 and 11): customer service ends its hold of an order. Test only. */
import Type, { type Static } from 'typebox';
import { textField } from '../../contract/fields.ts';
import { referenceExample, TransactionReference } from '../../contract/orders.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { operatorHoldRelease } from '../hold-by-operator.ts';
import { checkOrderName, ignoredWhenReferenced, orderChangeRequest } from './order-name.ts';

const request = Type.Object(
  {
    OrderNo: Type.Optional(textField('The order number; ignored when TransactionReferenceNumber is given.')),
    TransactionReferenceNumber: Type.Optional(textField('Any reference answered for the order.')),
    ShipmentKey: Type.Optional(textField('Tells shipments of one order number apart; without it all match.')),
  },
  { title: 'EndHoldRequest' },
);

const sentName = (sent: Partial<Static<typeof request>>) => ({
  ...sent,
  orderNo: sent.OrderNo,
  shipmentKey: sent.ShipmentKey,
});

export const endHold = defineInternalChange({
  name: 'EndHold',
  summary: 'Ends the hold of customer service',
  description:
    'Ends the hold that PlaceHold put on an order and no other. An order that nothing else holds goes on at once.',
  request,
  ignores: ignoredWhenReferenced(['OrderNo', 'ShipmentKey']),
  requestExample: { OrderNo: 'CLB260001' },
  reply: {
    status: 200,
    description: 'The hold has ended.',
    schema: Type.Object({ TransactionReferenceNumber: TransactionReference }, { title: 'HoldEnded' }),
    example: { TransactionReferenceNumber: referenceExample },
  },
  errors: {
    300: 'Several orders have this number and no ShipmentKey was given; `Candidates` lists them.',
    400: 'Neither OrderNo nor TransactionReferenceNumber was given.',
    403: 'Customer service does not hold the order, it is not open, or the credentials lack the right to write.',
    404: 'There is no such order.',
  },
  check: (sent) => checkOrderName(sentName(sent), 'OrderNo'),
  change: {
    writer: operatorHoldRelease,
    member: (call) => orderChangeRequest(call, sentName(call.request)),
    reply: ({ reference }) => ({ TransactionReferenceNumber: reference }),
  },
});
