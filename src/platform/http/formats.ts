/**
 * The text formats of the interface, as JSON Schema formats (decision 4): validation, the message of a fault, and other
 * spellings that are read.
 */
import { isInstantText, parseUsDate, parseUsDateTime } from '../../lib/dates.ts';
import { isDecimalText } from '../../lib/decimal.ts';
import { lastTimeOfDayText, normalizeDateText, normalizeDateTimeText } from '../../lib/normalize-dates.ts';
import { normalizeAmountText, normalizeDecimalText } from '../../lib/normalize-numbers.ts';
import { isUuid } from '../../lib/uuid.ts';
import type { ValueCoercion } from '../../lib/value-coercions.ts';

interface Format {
  readonly check: (text: string) => boolean;
  readonly message: string;
  /** Converts a value in another spelling to the one that is checked; returns any other value unchanged. */
  readonly read?: ValueCoercion['read'];
}

const inText =
  (read: (text: string) => string): ValueCoercion['read'] =>
  (value) =>
    typeof value === 'string' ? read(value) : value;

const dateTimeMessage = 'must be an ISO 8601 date-time, such as 2026-11-18T17:00:00Z, or a date, such as 11/18/2026';

// One @, no white space, a local part of words between single dots, a domain of labels, each in letters of any script. Matching is
// linear: every repetition ends at a character that the next one excludes.
const emailPattern =
  /^(?=[^@]{1,64}@)[^\s@<>()[\],;:\\".]+(?:\.[^\s@<>()[\],;:\\".]+)*@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+\p{L}[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}]$/u;

function isDateTimeRange(text: string): boolean {
  const [from, to, ...more] = text.split(' - ');
  if (from === undefined || to === undefined || more.length > 0) return false;
  return parseUsDateTime(from, 'UTC') !== undefined && parseUsDateTime(to, 'UTC') !== undefined;
}

/** The string formats of request schemas by name: how each is checked and normalized, and the message of its fault. */
export const schemaStringFormats: Readonly<Record<string, Format>> = {
  'us-date': {
    // Only a clearable field (schema-reader.ts) passes the empty text on.
    check: (text) => text === '' || parseUsDate(text) !== undefined,
    message: 'must be a date, MM/DD/YYYY or YYYY-MM-DD',
    read: inText(normalizeDateText),
  },
  'iso-date-time': {
    check: isInstantText,
    message: dateTimeMessage,
    read: inText((text) => normalizeDateTimeText(text)),
  },
  'end-date-time': {
    check: isInstantText,
    message: dateTimeMessage,
    read: inText((text) => normalizeDateTimeText(text, lastTimeOfDayText)),
  },
  'date-time-range': {
    check: isDateTimeRange,
    message: 'must have the form MM/DD/YYYY HH:mm:ss - MM/DD/YYYY HH:mm:ss',
  },
  amount: {
    check: isDecimalText,
    message: 'must be an amount, such as 12.50, $12.50 or 1,234.50',
    read: (value) => normalizeAmountText(value),
  },
  percentage: {
    check: isDecimalText,
    message: 'must be a percentage, such as 14.5 or 14.5%',
    read: (value) => normalizeDecimalText(value, '%'),
  },
  decimal: {
    check: isDecimalText,
    message: 'must be a number, such as 12',
    read: (value) => normalizeDecimalText(value),
  },
  email: { check: (text) => text.length <= 320 && emailPattern.test(text), message: 'must be an email address' },
  uuid: { check: isUuid, message: 'must be a UUID' },
};
