import { describe, expect, test } from 'vitest';
import { defaultCarrierRules } from '../operator-settings/index.ts';
import { toHolidayDateSet } from './calendar.ts';
import {
  type CarrierAddress,
  formatShipmentReference,
  parseShipmentReference,
  type ShipmentRequest,
} from './gateway.ts';
import { chooseSandboxRate, createSandboxQueryGateway } from './sandbox-rates.ts';

const queries = createSandboxQueryGateway(toHolidayDateSet([]));
const address: CarrierAddress = {
  name: 'Sample Recipient',
  company: '',
  street: '100 Main St',
  street2: '',
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'US',
  phone: '',
  email: '',
};
const request: ShipmentRequest = {
  warehouse: 'APC01',
  reference: formatShipmentReference('W100', '0198c7a0-0000-7000-8000-000000000001'),
  requested: { carrier: 'BSW', service: 'GRND' },
  from: { ...address, city: 'Napa', state: 'CA', zipCode: '94558' },
  to: address,
  size: { weightLb: 40, lengthIn: 20, widthIn: 16, heightIn: 14 },
  shipDate: Temporal.PlainDate.from('2026-07-01'),
  deliverBy: undefined,
  icePack: false,
  alcohol: true,
  holdAtLocation: '',
  insuredValue: 0,
  invoiceNo: 'ORD-1',
  printed: '',
  rules: defaultCarrierRules,
  knownTransit: undefined,
  holidays: toHolidayDateSet([]),
};

describe('the sandbox', () => {
  test('ships BSW ground with FedEx', () => {
    expect(chooseSandboxRate(request)).toMatchObject({ chosen: { carrier: 'FEX', service: 'GRND' } });
  });

  test('refuses a service that it does not offer', () => {
    const refusal = { refused: { because: 'service' } };
    expect(chooseSandboxRate({ ...request, requested: { carrier: 'WIL', service: 'CALL' } })).toMatchObject(refusal);
    expect(chooseSandboxRate({ ...request, rules: [] })).toMatchObject(refusal);
  });

  test('refuses what real carriers would, and chooses a carrier that takes the package', () => {
    const rules = [
      { rank: 1, carrier: 'GSO', service: 'GRND' },
      { rank: 2, carrier: 'UPS', service: 'GRND' },
    ] as const;
    const rated = (to: Partial<CarrierAddress>) => chooseSandboxRate({ ...request, rules, to: { ...address, ...to } });
    expect(rated({})).toMatchObject({ chosen: { carrier: 'GSO' } });
    expect(rated({ city: 'New York', state: 'NY', zipCode: '10001' })).toMatchObject({ chosen: { carrier: 'UPS' } });
    expect(rated({ street: 'PO Box 12' })).toMatchObject({
      refused: { because: 'address', messages: [{ text: 'UPS does not deliver to post office boxes' }] },
    });
  });

  test('verifies addresses and estimates transit by the place data', async () => {
    expect(await queries.verifyAddress(address)).toMatchObject({ data: { deliverable: true } });
    expect(await queries.verifyAddress({ ...address, state: 'CA' })).toMatchObject({ data: { deliverable: false } });
    const transit = { fromZip: '94558', toZip: '80202', shipDate: request.shipDate };
    expect(
      await queries.estimateTransit({ ...transit, services: [{ carrier: 'FEX', service: '2DAY' }] }),
    ).toMatchObject({
      data: [{ transitDays: 2 }],
    });
  });
});

describe('a reference', () => {
  test.each(['W100', 'Château & Söhne', 'beta/../x'])(
    'carries %s, in letters that are safe in a path',
    (customerNo) => {
      const intentId = '0198c7a0-0000-7000-8000-000000000001';
      const reference = formatShipmentReference(customerNo, intentId);
      expect(reference).toMatch(/^[a-z0-9.-]+$/);
      // The client routes paths that contain this word differently.
      expect(reference).not.toContain('beta');
      expect(parseShipmentReference(reference)).toEqual({ customerNo, intentId });
    },
  );

  test.each(['', '123', 'dray..x', 'dray.5.0198c7a0-0000-7000-8000-000000000001'])(
    '%j is none of ours',
    (reference) => {
      expect(parseShipmentReference(reference)).toBeUndefined();
    },
  );
});
