/** POST /api/Tracking/GetDetails (interface: Tracking). */

import Type from 'typebox';
import { nameField } from '../../contract/fields.ts';
import { orderNumberNames } from '../../contract/filter-names.ts';
import { notFound } from '../../platform/errors.ts';
import { defineQuery } from '../../platform/http/operation.ts';
import { carrierModeOf } from '../../shipping-labels/index.ts';
import { readTrackedOrders } from '../track-orders.ts';
import { TrackingRecord, trackingRecords } from '../tracking-record.ts';

export const trackingExample: TrackingRecord = {
  OrderNumber: 'CLB260001',
  Carrier: 'FEX',
  Service: 'GRND',
  TrackingNo: '279384056194',
  TrackingURL: 'https://track.example/fex/279384056194',
  RequestedShipDate: '11/18/2026',
  ShipDate: '11/18/2026',
  Type: 'CLUB',
  IcePack: 0,
  Status: 'IN TRANSIT',
  StatusDescription: 'The package is in transit.',
  Site: 'APC',
  Warehouse: 'APC01',
  CarrierStatus: 'AR',
  CarrierStatusMessage: 'Arrived at carrier hub',
  CarrierStatusTimestamp: '2026-11-19T21:15:00-08:00',
  PackageLocation: 'Salt Lake City, UT',
  EstimatedDeliveryDate: '11/23/2026',
  GrossWeight: '11',
  ShipToName: 'Ana Lee',
  ShipToContact: 'Ana Lee',
  ShipToCompany: '',
  ShipToAddress: '7051 Oak Avenue',
  ShipToAddress2: '',
  ShipToCity: 'Boyd',
  ShipToState: 'MT',
  ShipToZipCode: '59013',
  ShipToCountry: 'US',
  PackageItems: [
    {
      ItemNo: '22CAB',
      ItemDescription: '2022 Cabernet Sauvignon',
      Quantity: '2',
      ReservedQuantity: '2',
      ExternalLineNumber: '',
      Group: '',
    },
    {
      ItemNo: '23CHA',
      ItemDescription: '2023 Chardonnay',
      Quantity: '1',
      ReservedQuantity: '1',
      ExternalLineNumber: '',
      Group: '',
    },
  ],
};

export const getDetails = defineQuery({
  path: '/api/Tracking/GetDetails',
  tag: 'Tracking',
  summary: 'Track an order',
  description: [
    "Returns one record per package of the order, or one for the order while it has none, with the carrier's status when available.",
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
  filterNames: orderNumberNames,
  request: Type.Object({ OrderNo: nameField("The customer's order number.", { minLength: 5, maxLength: 50 }) }),
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
      readTrackedOrders(reader, caller.customerNo, request.OrderNo, carrierModeOf(environment)),
    );
    if (orders.length === 0) throw notFound(`There is no order ${JSON.stringify(request.OrderNo)}.`);
    const { timeZone } = environment.config;
    return orders.flatMap((tracked) => trackingRecords(tracked, { ...context, timeZone }));
  },
});
