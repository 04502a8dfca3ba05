import { describe, expect, it } from 'vitest';
import { parseDeliveryEstimateDestination } from './destination.ts';
import type { PostalAddress } from './postal-address.ts';
import { validateRecipient } from './recipient.ts';
import { resolveSearchOrigin } from './search-origin.ts';
import { validateAddress } from './validation.ts';

const denver: PostalAddress = {
  streetLines: ['100 Main Street'],
  city: 'Denver',
  state: 'CO',
  zipCode: '80202',
  country: 'US',
};

const of = (change: Partial<PostalAddress>) => parseDeliveryEstimateDestination({ ...denver, ...change });

describe('findEstimateDestination', () => {
  it.each([
    ['a ZIP code', {}, '80202'],
    ['a ZIP+4', { zipCode: '80202-1234' }, '80202'],
    ['a ZIP code alone', { city: '', state: '' }, '80202'],
    ['a ZIP code that goes by another city', { city: 'Lakewood' }, '80202'],
    ['a ZIP that is new in a known area', { zipCode: '80200' }, '80200'],
    ['a suburb without a ZIP code of its own', { city: 'Edina', state: 'MN', zipCode: '' }, '55424'],
    ['a new ZIP of an area in two states', { city: 'Fishers Island', state: 'NY', zipCode: '06399' }, '06399'],
    ['a city in its state', { zipCode: '' }, '80201'],
    ['a territory as the country', { city: 'San Juan', state: '', zipCode: '00901', country: 'PR' }, '00901'],
  ])('finds the destination by %s', (_, change, zip) => {
    expect(of(change)).toEqual({ destination: { zip, isMilitary: false } });
  });

  it.each([
    ['known', { city: 'APO', state: 'AE', zipCode: '09012' }],
    ['known, without a state', { city: '', state: '', zipCode: '09012' }],
    ['new', { city: '', state: '', zipCode: '09099' }],
    ['not given', { city: 'APO', state: 'AE', zipCode: '' }],
  ])('recognizes military mail whose ZIP is %s', (_, change) => {
    expect(of(change)).toMatchObject({ destination: { isMilitary: true } });
  });

  it.each([
    ['another country', { country: 'CA' }, ['Country UnsupportedCountry']],
    ['a state that does not exist', { state: 'ZZ' }, ['State UnknownState']],
    ['a ZIP in another state', { zipCode: '10001' }, ['ZipCode Contradiction']],
    ['an unknown ZIP code alone', { city: '', state: '', zipCode: '80200' }, ['ZipCode UnknownZipCode']],
    ['an unknown ZIP code of an area in another state', { zipCode: '06399' }, ['ZipCode UnknownZipCode']],
    ['a ZIP of no known area', { zipCode: '00000' }, ['ZipCode UnknownZipCode']],
    ['an unknown ZIP code and city', { city: 'Xyzzy', zipCode: '00000' }, ['ZipCode UnknownZipCode']],
    ['a ZIP that is none', { zipCode: '8020' }, ['ZipCode Format']],
    ['two faults', { state: 'ZZ', zipCode: '8020' }, ['State UnknownState', 'ZipCode Format']],
  ])('has faults with %s', (_, change, faults) => {
    const found = of(change);
    expect('faults' in found && found.faults.map(({ field, code }) => `${field} ${code}`)).toEqual(faults);
  });

  it.each(['99999', '99998', '80200', '00000'])('rejects the unknown ZIP code %s everywhere', (zip) => {
    for (const [city, state] of [
      ['Xyzzy', 'CA'],
      ['Xyzzy', 'AK'],
      ['Xyzzy', 'CO'],
    ] as const) {
      const address = { ...denver, city, state, zipCode: zip };
      const estimate = parseDeliveryEstimateDestination(address);
      const search = resolveSearchOrigin({ City: city, State: state, ZipCode: zip });
      const unknown = { field: 'ZipCode', code: 'UnknownZipCode', message: `${zip} is not a known US ZIP code` };
      expect(estimate).toEqual({ faults: [unknown] });
      expect(search).toEqual({ faults: [unknown] });
      expect(validateAddress(address)).toMatchObject({
        indicator: 'INVALID',
        notes: { place: [`ZipCode ${zip} is not a known US ZIP code.`, 'No similar place is known.'] },
      });
      expect(validateRecipient({ address: '1 Main St', city, state, zipCode: zip }).faults).toEqual([
        expect.objectContaining({
          code: 'ZipCodeUnknown',
          message: expect.stringContaining(`${zip} is not a known US ZIP code.`),
        }),
      ]);
    }
  });

  it('searches around the ZIP code rather than its city', () => {
    const around = (place: Parameters<typeof resolveSearchOrigin>[0]) => resolveSearchOrigin({ State: 'CO', ...place });
    const [zip, city] = [around({ ZipCode: '80249' }), around({ City: 'Denver' })];
    expect(zip).not.toEqual(city);
    expect(around({ City: 'Denver', ZipCode: '80249' })).toEqual(zip);
  });

  it('requires a ZIP code where the city does not determine it', () => {
    for (const change of [{ city: 'Xyzzy' }, { state: '' }, { city: '' }]) {
      expect(of({ zipCode: '', ...change })).toMatchObject({ faults: [{ field: 'ZipCode', code: 'Required' }] });
    }
  });
});
