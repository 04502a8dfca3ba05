import fc from 'fast-check';
import { fedex, getTracking, ups } from 'ts-tracking-number';
import { describe, expect, it } from 'vitest';
import { carrierServiceCodes } from '../contract/code-lists.ts';
import {
  computeFedexCheckDigit,
  computeLuhnCheckDigit,
  computeUpsCheckDigit,
  deriveTrackingSerial,
  formatSandboxTrackingNumber,
  formatSandboxTrackingUrl,
  trackingSerialCount,
} from './sandbox-tracking-number.ts';

const serials = fc.bigInt({ min: 0n, max: trackingSerialCount - 1n });
const services = fc.constantFrom(...carrierServiceCodes.filter((service) => service !== 'CALL'));

describe('check digits', () => {
  it.each(['986578788855', '477179081230', '799531274483', '790535312317', '974367662710'])(
    'FedEx: that of the published number %s',
    (number) => {
      expect(computeFedexCheckDigit(number.slice(0, 11))).toBe(Number(number[11]));
    },
  );

  it.each([
    '1Z5R89390357567127',
    '1Z879E930346834440',
    '1Z410E7W0392751591',
    '1Z8V92A70367203024',
    '1ZXX3150YW44070023',
  ])('UPS: matches the published number %s', (number) => {
    expect(computeUpsCheckDigit(number.slice(2, 17))).toBe(Number(number[17]));
  });

  it('Luhn: matches the published number 79927398713', () => {
    expect(computeLuhnCheckDigit('7992739871')).toBe(3);
  });
});

describe('tracking numbers', () => {
  it('of FedEx are 12 digits that an independent validator accepts', () => {
    fc.assert(
      fc.property(fc.constantFrom('FEX' as const, 'FCC' as const), services, serials, (carrier, service, serial) => {
        const number = formatSandboxTrackingNumber(carrier, service, serial) ?? '';
        expect(number).toMatch(/^[1-9]\d{11}$/);
        expect(getTracking(number, [fedex])?.courier.code).toBe('fedex');
        const wrong = number.slice(0, 11) + ((Number(number[11]) + 1) % 10);
        expect(getTracking(wrong, [fedex])).toBeUndefined();
      }),
    );
  });

  it('of UPS begin with 1Z, and an independent validator accepts them', () => {
    fc.assert(
      fc.property(fc.constantFrom('UPS' as const, 'TMC' as const), services, serials, (carrier, service, serial) => {
        const number = formatSandboxTrackingNumber(carrier, service, serial) ?? '';
        expect(number).toMatch(/^1Z[0-9A-Z]{15}\d$/);
        expect(getTracking(number, [ups])?.courier.code).toBe('ups');
      }),
    );
  });

  it('of other carriers have our own format', () => {
    fc.assert(
      fc.property(fc.constantFrom('GSO' as const, 'WST' as const), serials, (carrier, serial) => {
        const number = formatSandboxTrackingNumber(carrier, 'GRND', serial) ?? '';
        expect(number).toMatch(new RegExp(`^${carrier}\\d{13}$`));
        expect(computeLuhnCheckDigit(number.slice(3, -1))).toBe(Number(number.at(-1)));
      }),
    );
  });

  it('are undefined for will call, and throw for a carrier that is not chosen yet', () => {
    expect(formatSandboxTrackingNumber('WIL', 'CALL', 1n)).toBeUndefined();
    expect(formatSandboxTrackingNumber('WILL', 'NONE', 1n)).toBeUndefined();
    expect(() => formatSandboxTrackingNumber('BSW', 'GRND', 1n)).toThrow('invariant');
  });

  it('are distinct for distinct serials', () => {
    const numbers = new Set<string>();
    for (let serial = 0n; serial < 20_000n; serial += 1n) {
      numbers.add(formatSandboxTrackingNumber('FEX', 'GRND', serial) ?? '');
      numbers.add(formatSandboxTrackingNumber('UPS', 'GRND', serial) ?? '');
      numbers.add(formatSandboxTrackingNumber('GSO', 'GRND', serial) ?? '');
    }
    expect(numbers.size).toBe(60_000);
    // Serials that would collide if the multiplier shared a factor with their number.
    const far = [0n, trackingSerialCount / 2n, trackingSerialCount / 3n, trackingSerialCount / 5n];
    expect(new Set(far.map((serial) => formatSandboxTrackingNumber('FEX', 'GRND', serial))).size).toBe(4);
  });

  it('are derived from the package id', () => {
    const id = '0193a5c0-0000-7000-8000-000000000001';
    expect(deriveTrackingSerial(id, 1)).toBe(deriveTrackingSerial(id, 1));
    expect(deriveTrackingSerial(id, 1)).not.toBe(deriveTrackingSerial(id, 2));
    expect(deriveTrackingSerial(id, 11)).not.toBe(deriveTrackingSerial(`${id}:1`, 1));
    expect(deriveTrackingSerial(id, 1)).toBeLessThan(trackingSerialCount);
  });

  it('have a tracking page each', () => {
    expect(formatSandboxTrackingUrl('FEX', '986578788855')).toBe('https://track.example/fex/986578788855');
    expect(formatSandboxTrackingUrl('WIL', undefined)).toBe('');
    expect(formatSandboxTrackingUrl('UPS', '')).toBe('');
  });
});
