/** POST /api/Tracking/GetDetails (interface: Tracking). */

import Type from 'typebox';
import { identifierField } from '../../contract/fields.ts';
import { orderNumberSynonyms } from '../../contract/filter-synonyms.ts';
import { notFoundError } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { carrierModeOf } from '../../shipping-labels/index.ts';
import { findTrackedOrders } from '../track-orders.ts';
import { TrackingRecord, toTrackingRecords, trackingExample } from '../tracking-record.ts';

export const getDetailsOperation = defineQuery({
  path: '/api/Tracking/GetDetails',
  tag: 'Tracking',
  summary: 'Track an order',
  description: [
    "Returns one record per package of the order, canceled ones included, with the carrier's status when available; or one for the order while it has no package but canceled ones.",
    '',
    'An open JIT order whose label no longer shows the order says in `StatusDescription` that a new label is needed.',
    '',
    'Orders that share the number and differ in `ShipmentKey` are all returned, oldest first, canceled ones included.',
    '',
    'An order number has at least 3 characters, but this operation requires 5: use GetPackages (`OrderNumbers`) for orders with shorter numbers.',
  ].join('\n'),
  environments: ['production', 'test'],
  credentials: 'AuthenticationDetails',
  token: true,
  filterSynonyms: orderNumberSynonyms,
  request: Type.Object({ OrderNo: identifierField("The customer's order number.", { minLength: 5, maxLength: 50 }) }),
  requestExample: { OrderNo: 'CLB260001' },
  reply: {
    status: 200,
    description: 'The packages of the order.',
    schema: Type.Array(TrackingRecord),
    example: [trackingExample],
  },
  errors: {
    400: 'OrderNo is absent, shorter than 5 or longer than 50 characters.',
    404: 'The customer has no such order.',
  },
  execute: async ({ environment, caller, request }) => {
    const { orders, context } = await environment.db.snapshot((reader) =>
      findTrackedOrders(reader, caller.customerNo, request.OrderNo, carrierModeOf(environment)),
    );
    if (orders.length === 0) throw notFoundError(`There is no order ${JSON.stringify(request.OrderNo)}.`);
    const { timeZone } = environment.config;
    return orders.flatMap((tracked) => toTrackingRecords(tracked, { ...context, timeZone }));
  },
});
