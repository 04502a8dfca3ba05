import { describe, expect, test } from 'vitest';
import { defaultCarrierRules } from '../operator-settings/index.ts';
import { holidaySet } from './calendar.ts';
import { type CarrierAddress, parseShipmentReference, type ShipmentRequest, shipmentReference } from './gateway.ts';
import { sandboxGateway } from './sandbox-gateway.ts';

const gateway = sandboxGateway(holidaySet([]));
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
  reference: shipmentReference('W100', '0198c7a0-0000-7000-8000-000000000001'),
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
  holidays: holidaySet([]),
};

describe('the sandbox', () => {
  test('ships BSW ground with FedEx, and returns the same label for repeated purchases', async () => {
    const rated = await gateway.rateAndChoose(request);
    expect(rated).toMatchObject({ outcome: 'ok', data: { chosen: { carrier: 'FEX', service: 'GRND' } } });
    if (rated.outcome !== 'ok') return;
    const { shipmentId, chosen } = rated.data;
    const purchase = { shipmentId, rateId: chosen.rateId, reference: request.reference, insuredValue: 0 };
    const bought = await gateway.buyLabel(purchase);
    expect(bought).toMatchObject({ outcome: 'ok', data: { trackingNo: expect.stringMatching(/^\d{12}$/) } });
    expect(await gateway.buyLabel(purchase)).toEqual(bought);
    expect(await gateway.findLabel({ reference: request.reference })).toMatchObject({ data: { state: 'bought' } });
    await gateway.voidLabel(shipmentId);
    expect(await gateway.findLabel({ reference: request.reference })).toMatchObject({ data: { state: 'none' } });
  });

  test('refuses a service that it does not offer', async () => {
    const refusal = { outcome: 'refused', because: 'service' };
    expect(await gateway.rateAndChoose({ ...request, requested: { carrier: 'WIL', service: 'CALL' } })).toMatchObject(
      refusal,
    );
    expect(await gateway.rateAndChoose({ ...request, rules: [] })).toMatchObject(refusal);
  });

  test('refuses what real carriers would, and chooses a carrier that takes the package', async () => {
    const rules = [
      { rank: 1, carrier: 'GSO', service: 'GRND' },
      { rank: 2, carrier: 'UPS', service: 'GRND' },
    ] as const;
    const rated = (to: Partial<CarrierAddress>) =>
      gateway.rateAndChoose({ ...request, rules, to: { ...address, ...to } });
    expect(await rated({})).toMatchObject({ data: { chosen: { carrier: 'GSO' } } });
    expect(await rated({ city: 'New York', state: 'NY', zipCode: '10001' })).toMatchObject({
      data: { chosen: { carrier: 'UPS' } },
    });
    expect(await rated({ street: 'PO Box 12' })).toMatchObject({
      outcome: 'refused',
      because: 'address',
      messages: [{ text: 'UPS does not deliver to post office boxes' }],
    });
  });

  test('verifies addresses and estimates transit by the place data', async () => {
    expect(await gateway.verifyAddress(address)).toMatchObject({ data: { deliverable: true } });
    expect(await gateway.verifyAddress({ ...address, state: 'CA' })).toMatchObject({ data: { deliverable: false } });
    const transit = { fromZip: '94558', toZip: '80202', shipDate: request.shipDate };
    expect(
      await gateway.estimateTransit({ ...transit, services: [{ carrier: 'FEX', service: '2DAY' }] }),
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
      const reference = shipmentReference(customerNo, intentId);
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
