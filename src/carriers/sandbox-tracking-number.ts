/**
 * Tracking numbers of the simulated carriers, in the form of the real ones, with the right check digit.
 *
 * | carrier | form |
 * |---|---|
 * | FEX, FCC | FedEx, 12 digits: 11 digits and a check digit (weights 3 1 7, modulo 11, modulo 10) |
 * | UPS, TMC | UPS, 18 characters: `1Z`, 6 of the shipper, 2 of the service, 7 digits, check digit (modulo 10) |
 * | GSO, WST | our own: the carrier code, 12 digits, a Luhn check digit over the digits |
 * | BSW | none: the operator has to choose a carrier first |
 * | WIL, WILL | none: nothing is handed to a carrier |
 *
 * A number follows from a serial: different serials below 9 * 10^10 give different numbers of one carrier. A caller that
 * has no serial derives one from a package's identity, and then has about one chance in 10^11 per pair of packages that
 * two of them collide.
 */

import type { CarrierCode, CarrierServiceCode } from '../contract/code-lists.ts';
import { invariant } from '../lib/assert.ts';
import { sha256 } from '../lib/canonical-json.ts';

/** Number of distinct serials per carrier. */
export const trackingSerialCount = 90_000_000_000n;

// Coprime with trackingSerialCount, so that consecutive serials give scattered and never equal numbers.
const scatter = 61_803_398_879n;

const fedexWeights = [3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1] as const;
const upsServices: Partial<Record<CarrierServiceCode, string>> = { ONPR: '01', '2DAY': '02', INPR: '65', ONST: '13' };
const upsGround = '03';
const upsLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/** The check digit of the 11 digits of a FedEx number. */
export function computeFedexCheckDigit(digits: string): number {
  invariant(/^\d{11}$/.test(digits), () => `a FedEx serial has 11 digits, not ${digits}`);
  let sum = 0;
  for (let index = 0; index < 11; index += 1) sum += Number(digits[index]) * (fedexWeights[index] ?? 0);
  return (sum % 11) % 10;
}

/**
 * The check digit of a UPS number, from the 15 characters between `1Z` and the check digit. Letters count as digits by
 * position: A is 2, H is 9, I is 0.
 */
export function computeUpsCheckDigit(characters: string): number {
  invariant(/^[0-9A-Z]{15}$/.test(characters), () => `a UPS serial has 15 characters, not ${characters}`);
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const code = characters.charCodeAt(index);
    const value = code >= 65 ? (code - 63) % 10 : code - 48;
    sum += index % 2 === 0 ? value : value * 2;
  }
  return (10 - (sum % 10)) % 10;
}

export function computeLuhnCheckDigit(digits: string): number {
  let sum = 0;
  for (let index = digits.length - 1, double = true; index >= 0; index -= 1, double = !double) {
    const value = Number(digits[index]) * (double ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return (10 - (sum % 10)) % 10;
}

/** The serial of a package, derived from an order or package id and the package number. */
export function deriveTrackingSerial(id: string, packageNo: number): bigint {
  return sha256(`${id}:${packageNo}`).readBigUInt64BE(0) % trackingSerialCount;
}

/**
 * The tracking number of a serial; undefined for will call.
 * @param serial at least 0; distinct below `trackingSerialCount`
 * @throws InvariantError for BSW, whose carrier must be chosen first, and for a negative serial
 */
export function formatSandboxTrackingNumber(
  carrier: CarrierCode,
  service: CarrierServiceCode,
  serial: bigint,
): string | undefined {
  invariant(carrier !== 'BSW', 'a package of BSW has no tracking number before its carrier is chosen');
  if (carrier === 'WIL' || carrier === 'WILL') return undefined;
  invariant(serial >= 0n, () => `a serial is at least 0, not ${serial}`);
  const digits = (10_000_000_000n + (((serial % trackingSerialCount) * scatter) % trackingSerialCount)).toString();
  switch (carrier) {
    case 'FEX':
    case 'FCC':
      return digits + computeFedexCheckDigit(digits);
    case 'UPS':
    case 'TMC':
      return upsNumber(digits, service);
    case 'GSO':
    case 'WST':
      return `${carrier}0${digits}${computeLuhnCheckDigit(`0${digits}`)}`;
  }
}

// The shipper's six characters are derived from the first four digits; the last seven digits number the package.
function upsNumber(digits: string, service: CarrierServiceCode): string {
  const head = Number(digits.slice(0, 4));
  const letters = upsLetters.length;
  const shipper = `${digits.slice(0, 4)}${upsLetters[head % letters]}${upsLetters[Math.floor(head / letters) % letters]}`;
  const body = `${shipper}${upsServices[service] ?? upsGround}${digits.slice(4)}`;
  return `1Z${body}${computeUpsCheckDigit(body)}`;
}

/** The tracking page of the sandbox, on a reserved domain; '' without a tracking number. */
export function formatSandboxTrackingUrl(carrier: CarrierCode, trackingNo: string | undefined): string {
  if (trackingNo === undefined || trackingNo === '') return '';
  return `https://track.example/${carrier.toLowerCase()}/${encodeURIComponent(trackingNo)}`;
}
