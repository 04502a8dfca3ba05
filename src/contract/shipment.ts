/** How an order is to travel (interface: Shipment). Absent parts come from the customer's preferences (decision 4). */
import Type, { type Static } from 'typebox';
import { carrierField, carrierServiceField, warehouseField } from './code-lists.ts';
import { brandedName, dateField, flagField } from './fields.ts';

export const ShipmentInfo = Type.Object(
  {
    ShippingCarrier: Type.Optional(
      carrierField(
        'Carrier code; BSW lets the operator choose. CALL goes only with WIL and WILL, and these only with CALL or NONE.',
      ),
    ),
    ShippingCarrierService: Type.Optional(carrierServiceField('Carrier service code.')),
    RequestedShipmentDate: Type.Optional(
      dateField('Schedules a future shipment; by default orders are processed as soon as possible.'),
    ),
    Insurance: Type.Optional(flagField('1 to insure the packages.')),
    IcePack: Type.Optional(flagField('1 to add ice packs.')),
    ServiceWarehouseLocation: Type.Optional(
      warehouseField('The warehouse that ships the order; by default the nearest one that can fill it.', brandedName),
    ),
  },
  {
    title: 'ShipmentInfo',
    description: 'Carrier, service, date and warehouse; what is absent comes from the account preferences.',
  },
);

export type ShipmentFields = Static<typeof ShipmentInfo>;
