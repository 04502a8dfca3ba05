/**
 * How an order is shipped (interface: Shipment). In a new order, carrier, service, warehouse and ship days that are
 * absent come from the customer's preferences; carrier and service else are BSW and GRND, or those of a pickup (decision 4).
 */
import Type from 'typebox';
import { carrierField, carrierServiceField, warehouseField } from './code-lists.ts';
import { brandedNameFieldOption, clearableFieldOption, dateField, flagField } from './fields.ts';

export const ShipmentInfo = Type.Object(
  {
    ShippingCarrier: Type.Optional(
      carrierField(
        'Carrier code. With BSW the operator chooses the carrier. CALL requires WIL or WILL, and these require CALL or NONE.',
      ),
    ),
    ShippingCarrierService: Type.Optional(carrierServiceField('Carrier service code.')),
    RequestedShipmentDate: Type.Optional(
      dateField(
        'Schedules a future shipment. By default orders are processed as soon as possible, on the ship days of the account if it has any.',
      ),
    ),
    Insurance: Type.Optional(flagField('1 to insure the packages.')),
    IcePack: Type.Optional(flagField('1 to add ice packs.')),
    ServiceWarehouseLocation: Type.Optional(
      warehouseField(
        'The warehouse that ships the order. By default the nearest one that can fill it.',
        brandedNameFieldOption,
      ),
    ),
  },
  {
    title: 'ShipmentInfo',
    description: 'Carrier, service, date and warehouse. Absent fields are filled from the account preferences.',
  },
);

/** `ShipmentInfo` of an update. */
export const ShipmentPatch = Type.Object(
  {
    ...ShipmentInfo.properties,
    RequestedShipmentDate: Type.Optional(
      dateField(
        'Schedules a future shipment. "" clears the date: the order is processed as soon as possible, on the ship days of the account if it has any.',
        clearableFieldOption,
      ),
    ),
  },
  { title: 'ShipmentPatch', description: 'Carrier, service, date and warehouse. Absent fields keep their values.' },
);
