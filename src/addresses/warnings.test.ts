import { describe, expect, it } from 'vitest';
import { describeAddressWarnings } from './warnings.ts';

const napa = { address: '100 Main Street', address2: '', city: 'Napa', state: 'CA', zipCode: '94558' };

describe('addressWarnings', () => {
  it.each<[object, string[]]>([
    [{}, []],
    [{ state: 'California', city: ' NAPA ', zipCode: '945581234' }, []],
    [{ city: '', state: '', zipCode: '' }, []],
    [{ state: 'ZZ' }, ['The State of the dock is not a US state or territory.']],
    [{ zipCode: '9455' }, ['The ZipCode of the dock has neither 5 nor 9 digits.']],
    [{ zipCode: '00000' }, ['The ZipCode of the dock is not a known US ZIP code.']],
    [{ state: 'NV' }, ['The ZipCode of the dock is in another State.']],
    [{ city: 'Yountville' }, ['The City of the dock does not match its ZipCode.']],
    [{ address: 'PO Box 5' }, ['The dock is a post office box.']],
    [{ address2: 'Bin 5' }, ['The dock is a post office box.']],
    [{ city: 'Toronto', state: 'ON', zipCode: 'M5J 2X2', country: 'CA' }, []],
    [{ city: 'San Juan', state: '', zipCode: '00901', country: 'PR' }, []],
  ])('of %j', (change, doubts) => {
    expect(describeAddressWarnings('dock', { ...napa, ...change })).toEqual(doubts);
  });
});
