/** Labels/List: the labels that were bought, or are to be, for the orders of a customer. */
import Type from 'typebox';
import { codeField } from '../../contract/fields.ts';
import { parseUuidKey } from '../../contract/list-fields.ts';
import { customerKeyField } from '../../contract/operator-key-fields.ts';
import { formatInstant } from '../../lib/dates.ts';
import { defineOperatorList } from '../../operators/index.ts';
import { countLabels, labelStates, listLabelPage } from '../../shipping-labels/index.ts';

export const labelsListOperation = defineOperatorList({
  path: '/api/Labels/List',
  summary: 'List the labels of a customer',
  description:
    'Returns the labels that are to be bought, were bought, refused or voided at a carrier for orders of a customer, the newest first, with the last response of the carrier. Simulated carriers, as in the test environment, have none.',
  roles: ['lead', 'service', 'admin'],
  filters: {
    CustomerNo: customerKeyField(),
    State: Type.Optional(
      codeField('Only of this state; `due`: those that are to be bought or voided.', ['due', ...labelStates]),
    ),
    OrderNo: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'Only of orders with this number, in any letter case.',
      }),
    ),
  },
  requestExample: { CustomerNo: 'W1001', State: 'due' },
  reply: {
    description: 'A page of labels.',
    record: Type.Object({
      Label: Type.String({ description: 'Its id.' }),
      CustomerNo: Type.String(),
      TransactionReferenceNumber: Type.String({ description: 'Of its order.' }),
      OrderNo: Type.String(),
      PackageNo: Type.Integer({ description: 'The box, from 1.' }),
      State: codeField(
        '`wanted`: to be bought. `refused`: by the carrier. `dropped`: no longer needed before it was bought. `void_wanted`: to be voided, or the carrier has accepted that and not decided about the refund yet; it is asked daily. `void_refused`: the carrier refused to void it, also weeks later, and it stays paid for.',
        labelStates,
      ),
      ShippingCarrier: Type.String(),
      ShippingCarrierService: Type.String(),
      TrackingNumber: Type.String({ description: '`""` until it is bought.' }),
      Price: Type.String({ description: 'In dollars; `""` until it is bought.' }),
      Account: Type.String({
        description: 'The carrier account through which it was bought; `""`: that of the server, or none yet.',
      }),
      Attempts: Type.Integer({ description: 'How often the carrier was asked.' }),
      LastResponse: Type.String({ description: 'Of the carrier; `""` when there is nothing to say.' }),
      RequestedAt: Type.String(),
      DueAt: Type.Optional(Type.String({ description: 'When the carrier is asked next, while it is due.' })),
    }),
    example: {
      Label: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0e1',
      CustomerNo: 'W1001',
      OrderNo: 'CLB1001',
      PackageNo: 1,
      TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
      State: 'bought',
      ShippingCarrier: 'FEX',
      ShippingCarrierService: 'GRND',
      TrackingNumber: '794612345678',
      Price: '11.40',
      Account: 'MAIN',
      Attempts: 1,
      LastResponse: '',
      RequestedAt: '2026-11-18T17:00:00Z',
    },
  },
  parsePosition: parseUuidKey,
  execute: async ({ environment: { db }, request }, page, buildReply) => {
    const { CustomerNo: customerNo, State: state, OrderNo: orderNo } = request;
    const filter = {
      customerNo,
      orderNo: orderNo?.trim().toUpperCase(),
      states: state === undefined ? undefined : state === 'due' ? (['wanted', 'void_wanted'] as const) : [state],
    };
    const labels = await listLabelPage(db, filter, page);
    return buildReply(labels, await countLabels(db, filter, page.maxCounted), {
      keyOf: ({ intentId }) => intentId,
      toRecord: (label) => ({
        Label: label.intentId,
        CustomerNo: label.customerNo,
        TransactionReferenceNumber: label.orderId,
        OrderNo: label.orderNo,
        PackageNo: label.packageNo,
        State: label.state,
        ShippingCarrier: label.carrier,
        ShippingCarrierService: label.service,
        TrackingNumber: label.trackingNo,
        Price: label.price,
        Account: label.through,
        Attempts: label.attempts,
        LastResponse: label.lastResponse,
        RequestedAt: formatInstant(label.wantedAt),
        ...(label.state === 'wanted' || label.state === 'void_wanted' ? { DueAt: formatInstant(label.dueAt) } : {}),
      }),
    });
  },
});
