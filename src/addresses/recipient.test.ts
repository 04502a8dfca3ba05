import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../test/support/property-runs.ts';
import { isDomesticCountry, isUnitedStates, parseStateCode } from '../contract/states.ts';
import { type CarrierHoldLocationAddress, type RecipientAddress, validateRecipient } from './recipient.ts';
import { validateAddress } from './validation.ts';

const napa: RecipientAddress = { address: '1 Main Street', city: 'Napa', state: 'CA', zipCode: '94558', country: 'US' };

function faultsOf(change: RecipientAddress, delivery?: CarrierHoldLocationAddress): string[] {
  return validateRecipient({ ...napa, ...change }, delivery).faults.map((fault) => fault.code);
}

function warningsOf(change: RecipientAddress, delivery?: CarrierHoldLocationAddress): string[] {
  return validateRecipient({ ...napa, ...change }, delivery).warnings.map((warning) => warning.code);
}

describe('validateRecipient', () => {
  it('accepts an address whose parts agree', () => {
    const judged = validateRecipient(napa);
    expect(judged).toMatchObject({ usable: true, faults: [], warnings: [], place: { zip: '94558', state: 'CA' } });
    expect(faultsOf({ zipCode: '94558-1234' })).toEqual([]);
    expect(faultsOf({ zipCode: '945581234' })).toEqual([]);
    expect(faultsOf({ state: 'ca', city: 'NAPA' })).toEqual([]);
    expect(faultsOf({ state: 'California' })).toEqual([]);
  });

  it.each([undefined, null, '', 'US', 'USA', 'us', ' USA ', 'United States', 'U.S.A.'])(
    'counts country %j as United States',
    (country) => {
      expect(faultsOf({ country })).toEqual([]);
      expect(faultsOf({ country, zipCode: '00000' })).toEqual(['ZipCodeUnknown']);
    },
  );

  it('lists every part that is missing', () => {
    expect(faultsOf({ address: ' ', city: null, state: '', zipCode: undefined })).toEqual(['RecipientMissing']);
    expect(faultsOf({ city: null, state: '', zipCode: undefined })).toEqual([
      'CityMissing',
      'StateMissing',
      'ZipCodeMissing',
    ]);
    expect(faultsOf({ address: '' })).toEqual(['AddressMissing']);
    expect(validateRecipient(undefined)).toMatchObject({ usable: false, faults: [{ code: 'RecipientMissing' }] });
    expect(validateRecipient({})).toMatchObject({ usable: false, faults: [{ code: 'RecipientMissing' }] });
  });

  it('faults a ZIP that is unknown, malformed or in another state', () => {
    expect(faultsOf({ zipCode: '94550', state: 'CA' })).toEqual([]);
    expect(faultsOf({ zipCode: '99999' })).toEqual(['ZipCodeUnknown']);
    expect(faultsOf({ zipCode: '9455' })).toEqual(['ZipCodeMalformed']);
    expect(faultsOf({ zipCode: '10001' })).toEqual(['ZipCodeInOtherState']);
    expect(faultsOf({ state: 'ZZ' })).toEqual(['StateUnknown']);
  });

  it('states the fault, that the customer must act, and what ends the hold', () => {
    const message = validateRecipient({ ...napa, zipCode: '10001' }).faults[0]?.message ?? '';
    expect(message).toBe(
      'ZIP code 10001 is in New York, NY, but State is CA. ' +
        'Action needed: correct it with UpdateSalesOrder, which ends the hold.',
    );
  });

  it('only warns about another city', () => {
    expect(validateRecipient({ ...napa, city: 'Yountville' })).toMatchObject({
      usable: true,
      warnings: [{ code: 'CityDiffers' }],
    });
    expect(warningsOf({ city: 'nápa.' })).toEqual([]);
    expect(warningsOf({ city: 'Saint Louis', state: 'MO', zipCode: '63101' })).toEqual([]);
    expect(warningsOf({ city: 'Mc Minnville', state: 'OR', zipCode: '97128' })).toEqual([]);
  });

  it('warns of post office boxes', () => {
    expect(warningsOf({ address: 'P.O. Box 12' })).toEqual(['PostOfficeBox']);
    expect(warningsOf({ address2: 'PO BOX 12' })).toEqual(['PostOfficeBox']);
    expect(warningsOf({ address: '12 Postbox Lane' })).toEqual([]);
    for (const address of ['Po-Box 12', 'P/O Box 12', 'P. 0. Box 12', 'Postal Box 12', 'Mail Box 12', 'Casilla 12']) {
      expect(warningsOf({ address }), address).toEqual(['PostOfficeBox']);
    }
    for (const address of ['1 Box Elder Rd', '1 Boxwood Ln', '1 Casilla St', '1 Mailbox Peak Way']) {
      expect(warningsOf({ address }), address).toEqual([]);
    }
  });

  it('reads a bare box as a post office box only without a street', () => {
    expect(warningsOf({ address: 'Box 123' })).toEqual(['PostOfficeBox']);
    expect(warningsOf({ address: 'Hill Family Cellars', address2: 'Box 123' })).toEqual(['PostOfficeBox']);
    expect(warningsOf({ address: '100 College Ave', address2: 'Box 123' })).toEqual([]);
    expect(warningsOf({ address: 'Mail Box 7', address2: '100 Main St' })).toEqual([]);
    expect(warningsOf({ address: 'RR 2', address2: 'Box 18' })).toEqual([]);
    expect(warningsOf({ address: 'PO Box 12', address2: '100 Main St' })).toEqual(['PostOfficeBox']);
  });

  it('does not warn of the address of who picks the package up', () => {
    const location = { holdAtLocation: 1, locationCode: 'HHNA1' };
    for (const delivery of [location, { isCollected: true }]) {
      expect(warningsOf({ address: 'PO Box 12' }, delivery)).toEqual([]);
      expect(warningsOf({ city: 'APO', state: 'AE', zipCode: '09012' }, delivery)).toEqual([]);
    }
  });

  it('warns of an address without a street name', () => {
    for (const address of ['123', '100 Apt 5', 'Suite 200', '100 N', '12345 St']) {
      expect(warningsOf({ address }), address).toEqual(['StreetNameMissing']);
    }
    for (const address of ['100 A St', '1 Oak', '12 E 5th', '500 E 3200 N', 'Sample Cellars', '1 Pier 39']) {
      expect(warningsOf({ address }), address).toEqual([]);
    }
    expect(warningsOf({ address: '123', address2: 'Main Street' })).toEqual([]);
    expect(warningsOf({ address: '100 Main St', address2: 'Apt 5' })).toEqual([]);
    expect(warningsOf({ address: '12', country: 'GB' })).toEqual([]);
  });

  it('knows territories and military mail', () => {
    expect(faultsOf({ city: 'San Juan', state: 'PR', zipCode: '00901' })).toEqual([]);
    expect(faultsOf({ city: 'San Juan', state: '', zipCode: '00901', country: 'PR' })).toEqual([]);
    expect(faultsOf({ city: 'San Juan', state: 'PR', zipCode: '94558', country: 'PR' })).toEqual([
      'ZipCodeInOtherState',
    ]);
    expect(faultsOf({ city: 'APO', state: 'AE', zipCode: '09012' })).toEqual([]);
    expect(faultsOf({ city: 'APO', state: 'AP', zipCode: '09012' })).toEqual(['ZipCodeInOtherState']);
  });

  it('warns of military addresses', () => {
    expect(warningsOf({ city: 'APO', state: 'AE', zipCode: '09012' })).toEqual(['MilitaryAddress']);
    expect(warningsOf({ city: 'APO', state: 'AP', zipCode: '' })).toEqual(['MilitaryAddress']);
    // Of a ZIP code in another state it counts where that is.
    expect(warningsOf({ city: 'APO', state: 'CA', zipCode: '09012' })).toEqual(['MilitaryAddress']);
    expect(warningsOf({ state: 'AE' })).toEqual([]);
    expect(warningsOf({ city: 'San Juan', state: 'PR', zipCode: '00901' })).toEqual([]);
  });

  it('finds the same faults in ZIP, city and state as a validation of the address', () => {
    const text = (...known: string[]) => fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('', ...known));
    fc.assert(
      fc.property(
        text('Napa', 'New York', 'San Juan', 'APO'),
        text('CA', 'california', 'NY', 'PR', 'AE', 'ZZ'),
        text('94558', '945581234', '10001', '00901', '09012', '00000', '9455'),
        fc.constantFrom('', 'US', 'USA', 'United States', 'PR', 'CA', 'GB'),
        (city, state, zipCode, country) => {
          const judged = validateRecipient({ address: '1 Main Street', city, state, zipCode, country });
          const found = validateAddress({ streetLines: ['1 Main Street'], city, state, zipCode, country });
          if (!isDomesticCountry(country)) return;
          const agrees = judged.usable && !judged.warnings.some(({ code }) => code === 'CityDiffers');
          expect(agrees).toBe(found.indicator === 'UNVERIFIED');
        },
      ),
      { numRuns: propertyRuns(2_000) },
    );
  });

  it('does not check foreign postal codes', () => {
    const toronto = { address: '1 Front Street', city: 'Toronto', state: 'ON', zipCode: 'M5J 2X2', country: 'CA' };
    expect(validateRecipient(toronto)).toMatchObject({ usable: true, place: undefined });
    expect(faultsOf({ ...toronto, state: '', zipCode: '' })).toEqual([]);
    expect(faultsOf({ ...toronto, address: '' })).toEqual(['AddressMissing']);
    expect(faultsOf({ city: 'Dubai', state: '', zipCode: '', country: 'AE' })).toEqual([]);
  });

  it('requires the code of the hold location', () => {
    expect(faultsOf({}, { holdAtLocation: 1 })).toEqual(['LocationCodeMissing']);
    expect(faultsOf({}, { holdAtLocation: 1, locationCode: ' ' })).toEqual(['LocationCodeMissing']);
    expect(faultsOf({}, { holdAtLocation: 1, locationCode: 'HHNA1' })).toEqual([]);
    expect(faultsOf({}, { holdAtLocation: 0 })).toEqual([]);
    expect(faultsOf({}, {})).toEqual([]);
  });

  it('accepts any input without throwing; usable exactly when there is no fault', () => {
    const text = fc.option(fc.oneof(fc.string(), fc.constantFrom('CA', '94558', 'US', 'Napa')), { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({ address: text, address2: text, city: text, state: text, zipCode: text, country: text }),
        (recipient) => {
          const judged = validateRecipient(recipient);
          expect(judged.usable).toBe(judged.faults.length === 0);
        },
      ),
    );
  });
});

describe('states', () => {
  it('are read as code or name', () => {
    expect(['ca', 'California', ' NEW  YORK ', 'D.C.', 'N.Y.'].map(parseStateCode)).toEqual([
      'CA',
      'CA',
      'NY',
      'DC',
      'NY',
    ]);
    expect(['', 'XX', 'constructor', 'Kalifornien'].map(parseStateCode)).toEqual(Array(4).fill(undefined));
  });

  it('know the United States as the interface writes it', () => {
    const written = [undefined, null, '', ' ', 'US', 'USA', 'usa', 'U.S.', 'U.S.A.', 'united states'];
    expect(written.filter((country) => !isUnitedStates(country))).toEqual([]);
    expect(['CA', 'PR', 'Canada', 'United'].filter(isUnitedStates)).toEqual([]);
    expect(['PR', 'Puerto Rico', 'GU', 'US'].filter(isDomesticCountry)).toEqual(['PR', 'Puerto Rico', 'GU', 'US']);
    expect(['CA', 'AE', 'Canada'].filter(isDomesticCountry)).toEqual([]);
  });
});
