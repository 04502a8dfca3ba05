/** Ship-from addresses in requests and replies of the operator interface. */
import Type, { type Static } from 'typebox';
import { warehouseCodeField } from '../contract/fields.ts';
import type { WarehouseAddress } from '../operator-settings/index.ts';

export const WarehouseAddressRecord = Type.Object({
  Warehouse: warehouseCodeField,
  Company: Type.String({ minLength: 1, maxLength: 100, description: 'The sender.' }),
  Street: Type.String({ minLength: 1, maxLength: 100, description: 'House number and street.' }),
  Street2: Type.Optional(Type.String({ maxLength: 100, description: 'A second line.' })),
  PhoneNumber: Type.String({ maxLength: 100, description: '10 to 15 digits; carriers require it.' }),
});

export const warehouseAddressExample: Static<typeof WarehouseAddressRecord> = {
  Warehouse: 'SAC01',
  Company: 'Hilltop Fulfillment',
  Street: '400 Capitol Mall',
  Street2: 'Dock 3',
  PhoneNumber: '916-555-0100',
};

/** A ship-from address as the audit shows it. */
export const warehouseAddressRecord = ({ company, street, street2, phone }: WarehouseAddress) => ({
  Company: company,
  Street: street,
  Street2: street2,
  PhoneNumber: phone,
});
