/** How an order is to travel (interface: Shipment). Absent parts come from the customer's preferences (decision 4). */
import Type, { type Static } from 'typebox';
import { carrier, carrierService, warehouse } from './code-lists.ts';
import { brandedName, flag, usDate } from './fields.ts';

export const ShipmentInfo = Type.Object(
  {
    ShippingCarrier: Type.Optional(
      carrier(
        'Carrier code; BSW lets the operator choose. CALL goes only with WIL and WILL, and these only with CALL or NONE.',
      ),
    ),
    ShippingCarrierService: Type.Optional(carrierService('Carrier service code.')),
    RequestedShipmentDate: Type.Optional(
      usDate('Schedules a future shipment; by default orders are processed as soon as possible.'),
    ),
    Insurance: Type.Optional(flag('1 to insure the packages.')),
    IcePack: Type.Optional(flag('1 to add ice packs.')),
    ServiceWarehouseLocation: Type.Optional(
      warehouse('The warehouse that ships the order; by default the nearest one that can fill it.', brandedName),
    ),
  },
  {
    title: 'ShipmentInfo',
    description: 'Carrier, service, date and warehouse; what is absent comes from the account preferences.',
  },
);

export type Shipment = Static<typeof ShipmentInfo>;
