import { describe, expect, test } from 'vitest';
import type { ShipmentRequest } from '../gateway.ts';
import { buildEasypostCreateShipmentRequest } from './requests.ts';

const address = {
  name: '',
  company: 'Winery',
  street: '100 Main St',
  street2: '',
  city: 'Napa',
  state: 'CA',
  zipCode: '94558',
  country: 'US',
  phone: '',
  email: '',
};
const request: ShipmentRequest = {
  warehouse: 'APC01',
  reference: 'dray.57.0198c7a0-0000-7000-8000-000000000001',
  requested: { carrier: 'FEX', service: 'GRND' },
  from: address,
  to: address,
  size: { weightLb: 4.2, lengthIn: 16, widthIn: 6, heightIn: 6 },
  shipDate: Temporal.PlainDate.from('2026-11-20'),
  deliverBy: undefined,
  icePack: false,
  alcohol: false,
  holdAtLocation: '',
  insuredValue: 0,
  invoiceNo: 'ORD-1',
  printed: '',
  rules: [],
  knownTransit: undefined,
  holidays: new Set(),
};

const optionsOf = (more: Partial<ShipmentRequest>) => {
  const { shipment } = buildEasypostCreateShipmentRequest({ ...request, ...more }).parameters as {
    shipment: { options: object };
  };
  return shipment.options;
};

test('the weight of a shipment is in ounces, to the nearest tenth', () => {
  const size = { ...request.size, weightLb: 11.03 };
  const { shipment } = buildEasypostCreateShipmentRequest({ ...request, size }).parameters;
  expect(shipment).toMatchObject({ parcel: { weight: 176.5 } });
});

describe('options of a shipment', () => {
  const usual = { label_format: 'PDF', label_size: '4x6', invoice_number: 'ORD-1', label_date: '2026-11-20T12:00:00Z' };

  test('are the defaults without special handling', () => {
    expect(optionsOf({})).toEqual(usual);
  });

  test('alcohol requires an adult signature', () => {
    expect(optionsOf({ alcohol: true })).toEqual({
      ...usual,
      alcohol: true,
      delivery_confirmation: 'ADULT_SIGNATURE',
    });
  });

  test('a location holds the package for pickup', () => {
    expect(optionsOf({ holdAtLocation: 'NAPA1' })).toEqual({ ...usual, hold_for_pickup: true });
  });

  test.each(['FCC', 'TMC'] as const)('%s is temperature controlled', (carrier) => {
    const options = optionsOf({ requested: { carrier, service: 'GRND' } });
    expect(options).toEqual({ ...usual, handling_instructions: 'Temperature controlled' });
  });

  test('the id of a label is printed in full or not at all', () => {
    expect(optionsOf({ printed: 'JIT-W100-7K3M9QX2PA' })).toEqual({ ...usual, print_custom_1: 'JIT-W100-7K3M9QX2PA' });
    expect(optionsOf({ printed: 'x'.repeat(35) })).toHaveProperty('print_custom_1');
    expect(optionsOf({ printed: 'x'.repeat(36) })).toEqual(usual);
  });
});
