import { describe, expect, it } from 'vitest';
import type { AddressVerdict } from './address-verifier.ts';
import { mergeAddressVerdict, toAddressWithoutCountry } from './confirmation.ts';
import type { PostalAddress } from './postal-address.ts';
import { messagesOfAddressNotes, validateAddress } from './validation.ts';

const given: PostalAddress = {
  streetLines: ['C/O Sample Person', '100 North Main Street', 'Apt 5'],
  city: 'Napa',
  state: 'CA',
  zipCode: '94558',
  country: 'US',
};
const written = { streetLines: ['100 N MAIN ST APT 5'], city: 'NAPA', state: 'CA', zipCode: '94558-1234' };

function judged(change: Partial<PostalAddress>, verdict: Partial<AddressVerdict>, most = 5) {
  const yes: AddressVerdict = { isDeliverable: true, corrected: written, classification: 'UNKNOWN', messages: [] };
  const found = mergeAddressVerdict(validateAddress({ ...given, ...change }, most), { ...yes, ...verdict }, most);
  const candidates = found.candidates.map((c) => `${c.streetLines.join(' | ')}, ${c.city} ${c.state} ${c.zipCode}`);
  return { ...found, candidates, messages: messagesOfAddressNotes(found.notes) };
}

const input = 'C/O SAMPLE PERSON | 100 N MAIN ST | APT 5, NAPA CA 94558';

describe('the request to a source', () => {
  it('omits the recipient lines', () => {
    const { sourceQuery } = validateAddress(given);
    expect(sourceQuery && toAddressWithoutCountry(sourceQuery)).toEqual({
      streetLines: ['100 N MAIN ST', 'APT 5'],
      city: 'NAPA',
      state: 'CA',
      zipCode: '94558',
    });
  });
});

describe('an address that the source confirms', () => {
  it('is VALID when it equals the input, however divided into lines, in the spelling of the source', () => {
    const found = judged({}, {});
    expect(found.indicator).toBe('VALID');
    expect(found.candidates).toEqual([input, 'C/O SAMPLE PERSON | 100 N MAIN ST APT 5, NAPA CA 94558-1234']);
    expect(found.messages).toEqual(['RESIDENTIAL, by the unit APT in the address.']);
  });

  it('has one candidate when it is identical, or when one is requested', () => {
    const same = { ...written, streetLines: ['100 N MAIN ST', 'APT 5'], zipCode: '94558' };
    expect(judged({}, { corrected: same }).candidates).toEqual([input]);
    expect(judged({}, {}, 1)).toMatchObject({ indicator: 'VALID', candidates: [input] });
  });

  it.each([
    ['another street', { streetLines: ['100 S MAIN ST APT 5'] }],
    ['another unit', { streetLines: ['100 N MAIN ST APT 6'] }],
    ['no unit', { streetLines: ['100 N MAIN ST'] }],
    ['another city', { city: 'VALLEJO' }],
    ['another state', { state: 'NV' }],
    ['another ZIP', { zipCode: '94559-1234' }],
  ])('is CORRECTED when it has %s', (_, change) => {
    expect(judged({}, { corrected: { ...written, ...change } })).toMatchObject({ indicator: 'CORRECTED' });
  });

  it('is CORRECTED when the ZIP+4 digits differ', () => {
    expect(judged({ zipCode: '94558-1234' }, {}).indicator).toBe('VALID');
    expect(judged({ zipCode: '94558-9999' }, {}).indicator).toBe('CORRECTED');
  });

  it('resolves an ambiguity of the place data', () => {
    expect(judged({ city: 'Yountville' }, {})).toMatchObject({ indicator: 'CORRECTED', place: { zip: '94558' } });
    expect(judged({ city: 'Yountville' }, {}).messages[0]).toContain('but City is "Yountville"');
    const elsewhere = { ...written, city: 'DENVER', state: 'CO', zipCode: '80202-1234' };
    const found = judged({ city: 'Denver', state: 'CO', zipCode: '80200' }, { corrected: elsewhere });
    expect(found).toMatchObject({ indicator: 'CORRECTED', place: { zip: '80202' } });
    expect(found.candidates).toHaveLength(2);
  });

  it('accepts the other names of a place', () => {
    const found = judged({ city: 'Silverado Resort' }, { corrected: { ...written, city: 'SILVERADO RESORT' } });
    expect(found.indicator).toBe('VALID');
    expect(found.messages.join(' ')).not.toContain('Silverado');
  });

  it('has the classification of the source and its evidence', () => {
    const found = judged({}, { classification: 'BUSINESS' });
    expect(found.classification).toBe('BUSINESS');
    expect(found.messages).toEqual(['BUSINESS, by the carrier.']);
    expect(judged({}, { classification: 'UNKNOWN' }).classification).toBe('RESIDENTIAL');
  });
});

describe('an address that the source does not confirm', () => {
  const no = { isDeliverable: false, messages: ['Address not found', 'House number is missing'] } as const;

  it.each([
    ['UNVERIFIED', {}],
    ['CORRECTED', { city: 'Naap' }],
    ['AMBIGUOUS', { city: 'Yountville' }],
    ['INVALID', { city: 'Xyzzy', state: 'ZZ', zipCode: '00000' }],
  ])('stays %s, with the messages of the source', (indicator, change) => {
    const offline = validateAddress({ ...given, ...change });
    const found = judged(change, no);
    expect(found.indicator).toBe(indicator);
    expect(found.candidates).toHaveLength(offline.candidates.length);
    expect(found.messages.at(-1)).toBe(
      'The carrier does not confirm the address: Address not found; House number is missing.',
    );
    expect(found.messages.join(' ')).not.toContain('No source');
  });

  it('is reported also when the source sends no message', () => {
    expect(judged({}, { isDeliverable: false }).messages.at(-1)).toBe('The carrier does not confirm the address.');
  });
});
