import { describe, expect, it } from 'vitest';
import { messagesOfAddressNotes, validateAddress } from './validation.ts';

const none = { city: '', state: '', zipCode: '', country: 'US' };
const napa = { city: 'Napa', state: 'CA', zipCode: '94558', country: 'US' };

function standard(streetLines: readonly string[], given = none) {
  const { indicator, candidates, notes } = validateAddress({ ...given, streetLines });
  const [first] = candidates;
  return {
    indicator,
    address: [...(first?.streetLines ?? []), `${first?.city}, ${first?.state} ${first?.zipCode}`],
    isNoted: messagesOfAddressNotes(notes).some((note) => note.includes('moved to their own fields')),
  };
}

describe('a complete address in the street lines', () => {
  it.each([
    ['100 Main Street, Napa, CA 94558'],
    ['100 Main Street Napa CA 94558'],
    ['100 Main Street; Napa, California, 94558, USA'],
    ['100 Main Street, Napa CA 94558 United States'],
    ['100 main street,napa,ca 94558'],
  ])('is split: %s', (line) => {
    const split = { indicator: 'UNVERIFIED', address: ['100 MAIN ST', 'NAPA, CA 94558'], isNoted: true };
    expect(standard([line])).toEqual(split);
    expect(standard([line], napa)).toEqual(split);
    expect(standard([line], { ...napa, zipCode: '94558-1234' }).isNoted).toBe(true);
  });

  it.each([
    [['500 N Hill St, Apt 5, Los Angeles, CA 90012-1234'], ['500 N HILL ST APT 5', 'LOS ANGELES, CA 90012-1234']],
    [['100 Saint Helena Hwy Saint Helena CA 94574'], ['100 SAINT HELENA HWY', 'SAINT HELENA, CA 94574']],
    [['100 Ocean Blvd West Palm Beach FL 33401'], ['100 OCEAN BLVD', 'WEST PALM BEACH, FL 33401']],
    [['5000 France Ave S, Edina, MN 55424'], ['5000 FRANCE AVE S', 'EDINA, MN 55424']],
    [['1600 5th Ave New York New York 10001'], ['1600 5TH AVE', 'NEW YORK, NY 10001']],
    [
      ['Sample Cellars', '100 Main St, Napa, CA 94558'],
      ['SAMPLE CELLARS', '100 MAIN ST', 'NAPA, CA 94558'],
    ],
    [
      ['100 Main St', 'Napa, CA 94558'],
      ['100 MAIN ST', 'NAPA, CA 94558'],
    ],
    [['PO Box 12, Napa, CA 94558'], ['PO BOX 12', 'NAPA, CA 94558']],
  ])('is split: %j', (lines, address) => {
    expect(standard(lines)).toEqual({ indicator: 'UNVERIFIED', address, isNoted: true });
  });

  it('is taken out of the street line where the city has its own field, also without a ZIP code', () => {
    const split = { indicator: 'UNVERIFIED', address: ['100 MAIN ST', 'NAPA, CA 94558'], isNoted: true };
    expect(standard(['100 Main St, Napa, CA'], napa)).toEqual(split);
    expect(standard(['100 Main St Napa CA'], { ...napa, city: '', state: '' })).toEqual(split);
  });

  it.each([
    [['100 Main St, Yountville, CA 94599'], napa],
    [['100 Main St, Napa, CA 94559'], napa],
    [['100 Main St'], napa],
    [['100 Napa'], napa],
    [['100 California'], napa],
    [['100 Delaware Ave'], napa],
    [['12 W Washington'], { city: 'Seattle', state: 'WA', zipCode: '98101', country: 'US' }],
    [['100 Seattle Washington'], napa],
    [['Napa, CA 94558'], none],
    [['100 Highway 12 94558'], napa],
    [['100 Rue Principale, Napa, CA 94558'], { ...none, country: 'FR' }],
    [[''], napa],
    [[], napa],
  ])('is not found in %j', (lines, given) => {
    expect(standard(lines, given).isNoted).toBe(false);
  });
});
