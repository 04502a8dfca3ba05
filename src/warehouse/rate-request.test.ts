import { describe, expect, test } from 'vitest';
import { defaultHolidays, defaultWarehouses } from '../../test/support/default-settings.ts';
import { toHolidayDateSet } from '../carriers/index.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import type { OrderDetails } from '../sales-orders/index.ts';
import { buildRateRequest, computeDeliverByDate, type RateRequestInput } from './rate-request.ts';

const holidays = toHolidayDateSet(defaultHolidays);
const day = Temporal.PlainDate.from;
/** The Wednesday before Thanksgiving. */
const shipDate = day('2026-11-25');
const named = (RequestedDeliveryDate: unknown) => ({ additionalFields: { RequestedDeliveryDate } });

describe('deliverByDate', () => {
  test.each([
    ['GRND', undefined],
    ['HOME', undefined],
    ['LPDS', undefined],
    ['NONE', undefined],
    ['CALL', undefined],
    // Thursday is a holiday, and weekends are not worked.
    ['ONPR', '2026-11-27'],
    ['ONST', '2026-11-27'],
    ['2DAY', '2026-11-30'],
    ['INPR', '2026-12-01'],
  ])('%s guarantees %s', (service, expected) => {
    expect(computeDeliverByDate({ service }, undefined, shipDate, holidays)?.toString()).toBe(expected);
    expect(computeDeliverByDate({ service }, { additionalFields: undefined }, shipDate, holidays)?.toString()).toBe(
      expected,
    );
  });

  test.each([
    ['12/24/2026', '2026-12-24'],
    ['1/5/2027', '2027-01-05'],
    ['11/01/2026', '2026-11-01'],
  ])('the order names %s', (date, expected) => {
    for (const service of ['GRND', 'ONPR']) {
      expect(computeDeliverByDate({ service }, named(date), shipDate, holidays)?.toString()).toBe(expected);
    }
  });

  test.each(['', 'ASAP', '02/30/2026', '2026-12-24', 20261224, null, {}, ['12/24/2026']])(
    '%j is no date and means nothing',
    (sent) => {
      expect(computeDeliverByDate({ service: 'GRND' }, named(sent), shipDate, holidays)).toBeUndefined();
      expect(computeDeliverByDate({ service: '2DAY' }, named(sent), shipDate, holidays)?.toString()).toBe('2026-11-30');
    },
  );
});

test('a rate request has service, addresses, size, ship date, transit times and delivery date', () => {
  const knownTransit = () => 3;
  const warehouse = { ...(defaultWarehouses[0] as Warehouse), knownTransit };
  const contact = { firstName: 'Sample', lastName: 'Recipient', company: '', address: '100 Main St', address2: '' };
  const recipient = { ...contact, city: 'Denver', state: 'Colorado', zipCode: '80202', country: '' };
  const asking: RateRequestInput = {
    order: { orderType: 'CLUB', service: '2DAY', icePack: 1 },
    details: { recipient: { ...recipient, phoneNumber: '', emailAddress: '' } } as unknown as OrderDetails,
    carrierService: { carrier: 'BSW', service: '2DAY' },
    warehouse,
    size: { weightLb: 11, lengthIn: 14, widthIn: 14, heightIn: 18 },
    shipDate,
    holidays,
    rules: [],
  };
  expect(buildRateRequest(asking)).toEqual({
    requested: { carrier: 'BSW', service: '2DAY' },
    from: { zipCode: '94558' },
    to: {
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
    },
    holdAtLocation: '',
    size: asking.size,
    shipDate,
    knownTransit,
    holidays,
    deliverBy: day('2026-11-30'),
    icePack: true,
    rules: [],
  });
  // The second package uses the service of the first; the requested delivery date is unchanged.
  const second = buildRateRequest({ ...asking, carrierService: { carrier: 'FEX', service: 'GRND' } });
  expect(second).toMatchObject({ requested: { carrier: 'FEX', service: 'GRND' }, deliverBy: day('2026-11-30') });
});
