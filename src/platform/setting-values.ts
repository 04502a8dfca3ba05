/** How the value of a setting is read: from text of the environment, or from text, number or boolean of the file. */

import { isNetwork } from './http/client-address.ts';

/** The value, or what it must be: the end of the sentence "PORT must be …". */
export type Read<T> = (given: unknown) => { readonly value: T } | { readonly mustBe: string };

export function integer(min: number, max: number): Read<number> {
  return (given) => {
    const value = typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : given;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return { value };
    return { mustBe: `a whole number from ${min} to ${max}` };
  };
}

/** A port, `auto` for one that is free, or `off`. */
export const metricsPort: Read<number | 'auto' | 'off'> = (given) => {
  if (given === 'auto' || given === 'off') return { value: given };
  if (given === false) return { value: 'off' };
  const port = integer(0, 65_535)(given);
  return 'value' in port ? port : { mustBe: `${port.mustBe}, auto or off` };
};

export function text(min: number, max: number): Read<string> {
  return (given) => {
    if (typeof given === 'string' && given.length >= min && given.length <= max) return { value: given };
    return { mustBe: min > 1 ? `a text of at least ${min} characters` : `a text of at most ${max} characters` };
  };
}

export function oneOf<const T extends string>(...choices: readonly T[]): Read<T> {
  return (given) => {
    const value = choices.find((choice) => choice === given);
    return value === undefined ? { mustBe: `one of ${choices.join(', ')}` } : { value };
  };
}

export const onOff: Read<boolean> = (given) => {
  if (given === 'on' || given === true) return { value: true };
  if (given === 'off' || given === false) return { value: false };
  return { mustBe: 'on or off' };
};

/** A word that may begin an identifier: it stands in field names and in the scheme of a header. */
export const word: Read<string> = (given) =>
  typeof given === 'string' && /^[A-Za-z][A-Za-z0-9]{0,29}$/.test(given)
    ? { value: given }
    : { mustBe: 'a word of at most 30 letters and digits that begins with a letter' };

/** Codes of somebody else's list, in capitals: `FEDEX_OFFICE, FEDEX_SHIPSITE`; a list of them in the file. None is empty. */
export const codes: Read<readonly string[]> = (given) => {
  const list = typeof given === 'string' ? given.split(',') : given;
  const found = Array.isArray(list) ? list.map((code) => String(code).trim().toUpperCase()) : [''];
  const named = found.filter((code) => code !== '');
  const isEmpty = typeof given === 'string' && named.length === 0;
  if ((isEmpty || named.length === found.length) && named.every((code) => /^[A-Z0-9_]{1,60}$/.test(code))) {
    return { value: named };
  }
  return { mustBe: 'codes of letters, digits and _, divided by commas' };
};

/** Addresses and networks in CIDR form, divided by commas: `10.0.0.7, 2001:db8::/32`; a list of them in the file. */
export const networks: Read<readonly string[]> = (given) => {
  const list = typeof given === 'string' ? given.split(',') : given;
  const found = Array.isArray(list) ? list.map((network) => String(network).trim()) : ['?'];
  const named = typeof given === 'string' ? found.filter((network) => network !== '') : found;
  if (named.every(isNetwork)) return { value: named };
  return { mustBe: 'IP addresses and networks such as 10.0.0.7 or 10.0.0.0/8, divided by commas' };
};

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** In bytes; `512KiB`, `1MiB` and `2GiB` are read too. */
export function byteSize(min: number, max: number): Read<number> {
  return (given) => {
    const match = /^(\d{1,12}) ?(KiB|MiB|GiB)?$/.exec(String(given));
    const value = match ? Number(match[1]) * (units[match[2] ?? ''] ?? 1) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return { mustBe: `a size from ${inUnits(min)} to ${inUnits(max)}` };
  };
}

function inUnits(bytes: number): string {
  const unit = ['GiB', 'MiB', 'KiB'].find((name) => bytes >= (units[name] as number)) ?? '';
  return `${bytes / (units[unit] as number)}${unit}`;
}

export const timeZone: Read<string> = (given) => {
  const mustBe = 'the IANA name of a time zone, such as America/Los_Angeles';
  if (typeof given !== 'string' || !/^[A-Za-z]/.test(given)) return { mustBe };
  try {
    return { value: new Intl.DateTimeFormat('en-US', { timeZone: given }).resolvedOptions().timeZone };
  } catch {
    return { mustBe };
  }
};

export const postgresUrl: Read<string> = (given) => {
  const mustBe = 'the URL of a PostgreSQL database: postgres://user:password@host:5432/database';
  if (typeof given !== 'string' || !URL.canParse(given)) return { mustBe };
  const { protocol, pathname } = new URL(given);
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1 ? { value: given } : { mustBe };
};

/** An address that secrets are sent to: https, or on this very machine. */
export const serviceUrl: Read<string> = (given) => {
  const mustBe = 'an https:// address';
  if (typeof given !== 'string' || !URL.canParse(given)) return { mustBe };
  const { protocol, hostname, username } = new URL(given);
  const isHere = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost');
  return (protocol === 'https:' || isHere) && username === '' ? { value: given } : { mustBe };
};
