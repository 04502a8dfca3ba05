/** Parsers of setting values: text from the environment, or text, number, boolean or array from the file. */

import { isIpAddressOrNetwork } from './http/client-ip.ts';

/** The value, or the end of the error message "PORT must be …". */
export type SettingParser<T> = (input: unknown) => { readonly value: T } | { readonly mustBe: string };

export function createIntegerParser(min: number, max: number): SettingParser<number> {
  return (input) => {
    const value = typeof input === 'string' && /^\d{1,15}$/.test(input) ? Number(input) : input;
    if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) return { value };
    return { mustBe: `a whole number from ${min} to ${max}` };
  };
}

/** A port, `auto` for the default port or a free one, or `off`. */
export const parseMetricsPortSetting: SettingParser<number | 'auto' | 'off'> = (input) => {
  if (input === 'auto' || input === 'off') return { value: input };
  if (input === false) return { value: 'off' };
  const port = createIntegerParser(0, 65_535)(input);
  return 'value' in port ? port : { mustBe: `${port.mustBe}, auto or off` };
};

export function createTextParser(min: number, max: number): SettingParser<string> {
  return (input) => {
    if (typeof input === 'string' && input.length >= min && input.length <= max) return { value: input };
    return { mustBe: `a text of ${min} to ${max} characters` };
  };
}

export function createChoiceParser<const T extends string>(...choices: readonly T[]): SettingParser<T> {
  return (input) => {
    const value = choices.find((choice) => choice === input);
    return value === undefined ? { mustBe: `one of ${choices.join(', ')}` } : { value };
  };
}

export const parseOnOffSetting: SettingParser<boolean> = (input) => {
  if (input === 'on' || input === true) return { value: true };
  if (input === 'off' || input === false) return { value: false };
  return { mustBe: 'on or off' };
};

/** A word that may begin an identifier: it is used in field names and in the scheme of a header. */
export const parseIdentifierSetting: SettingParser<string> = (input) =>
  typeof input === 'string' && /^[A-Za-z][A-Za-z0-9]{0,29}$/.test(input)
    ? { value: input }
    : { mustBe: 'a word of at most 30 letters and digits that begins with a letter' };

/**
 * Codes of an external list, read in capitals: `FEDEX_OFFICE, FEDEX_SHIPSITE`, or an array in the file. No code may be
 * empty; a text of nothing but commas and spaces is an empty list.
 */
export const parseCodeListSetting: SettingParser<readonly string[]> = (input) => {
  const list = typeof input === 'string' ? input.split(',') : input;
  const found = Array.isArray(list) ? list.map((code) => String(code).trim().toUpperCase()) : [''];
  const named = found.filter((code) => code !== '');
  const isEmpty = typeof input === 'string' && named.length === 0;
  if ((isEmpty || named.length === found.length) && named.every((code) => /^[A-Z0-9_]{1,60}$/.test(code))) {
    return { value: named };
  }
  return { mustBe: 'codes of letters, digits and _, separated by commas' };
};

/** Addresses and networks in CIDR notation, comma-separated: `10.0.0.7, 2001:db8::/32`, or an array in the file. */
export const parseNetworkListSetting: SettingParser<readonly string[]> = (input) => {
  const list = typeof input === 'string' ? input.split(',') : input;
  const found = Array.isArray(list) ? list.map((network) => String(network).trim()) : ['?'];
  const named = typeof input === 'string' ? found.filter((network) => network !== '') : found;
  if (named.every(isIpAddressOrNetwork)) return { value: named };
  return { mustBe: 'IP addresses and networks such as 10.0.0.7 or 10.0.0.0/8, separated by commas' };
};

const units: Readonly<Record<string, number>> = { '': 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 };

/** Creates a parser of sizes from `min` to `max` bytes. It also accepts `512KiB`, `1MiB` and `2GiB`, and returns bytes. */
export function createByteSizeParser(min: number, max: number): SettingParser<number> {
  return (input) => {
    const match = /^(\d{1,12}) ?(KiB|MiB|GiB)?$/.exec(String(input));
    const value = match ? Number(match[1]) * (units[match[2] ?? ''] ?? 1) : Number.NaN;
    if (value >= min && value <= max) return { value };
    return { mustBe: `a size from ${formatByteSize(min)} to ${formatByteSize(max)}` };
  };
}

function formatByteSize(bytes: number): string {
  const unit = ['GiB', 'MiB', 'KiB'].find((name) => bytes >= (units[name] as number)) ?? '';
  return `${bytes / (units[unit] as number)}${unit}`;
}

export const parseTimeZoneSetting: SettingParser<string> = (input) => {
  const mustBe = 'the IANA name of a time zone, such as America/Los_Angeles';
  if (typeof input !== 'string' || !/^[A-Za-z]/.test(input)) return { mustBe };
  try {
    return { value: new Intl.DateTimeFormat('en-US', { timeZone: input }).resolvedOptions().timeZone };
  } catch {
    return { mustBe };
  }
};

export const parsePostgresUrlSetting: SettingParser<string> = (input) => {
  const mustBe = 'the URL of a PostgreSQL database: postgres://user:password@host:5432/database';
  if (typeof input !== 'string' || !URL.canParse(input)) return { mustBe };
  const { protocol, pathname } = new URL(input);
  return /^postgres(ql)?:$/.test(protocol) && pathname.length > 1 ? { value: input } : { mustBe };
};

export const parseRedisUrlSetting: SettingParser<string> = (input) => {
  const mustBe = 'the URL of Redis or Valkey: redis://user:password@host:6379/0, or rediss:// with TLS';
  if (typeof input !== 'string' || !URL.canParse(input)) return { mustBe };
  const { protocol, hostname, pathname } = new URL(input);
  return /^rediss?:$/.test(protocol) && hostname !== '' && /^\/?\d*$/.test(pathname) ? { value: input } : { mustBe };
};

/** A URL that secrets are sent to: HTTPS, or on this machine. */
export const parseServiceUrlSetting: SettingParser<string> = (input) => {
  const mustBe = 'an https:// address';
  if (typeof input !== 'string' || !URL.canParse(input)) return { mustBe };
  const { protocol, hostname, username } = new URL(input);
  const isHere = protocol === 'http:' && (hostname === '127.0.0.1' || hostname === '[::1]' || hostname === 'localhost');
  return (protocol === 'https:' || isHere) && username === '' ? { value: input } : { mustBe };
};

export type PhotoStoreSetting = 'database' | { readonly bucket: string; readonly prefix: string };

/** `database`, or a bucket with an optional prefix of its keys: `s3://bucket/dray/photos`. */
export const parsePhotoStoreSetting: SettingParser<PhotoStoreSetting> = (input) => {
  if (input === 'database') return { value: 'database' };
  const [, bucket, path = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9._-]{1,100}){0,5})\/?$/.exec(String(input)) ?? [];
  if (bucket === undefined) return { mustBe: 'database, or a bucket such as s3://bucket/prefix' };
  return { value: { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` } };
};
