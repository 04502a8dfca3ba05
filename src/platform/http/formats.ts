/** The text formats of the interface, as JSON Schema formats (decision 4): validation and the message of a fault. */
import { isInstant, parseDate, parseDateTime } from '../../lib/dates.ts';
import { isDecimal } from '../../lib/decimal.ts';
import { isUuid } from '../../lib/uuid.ts';

interface Format {
  readonly check: (text: string) => boolean;
  readonly message: string;
}

// One @, no white space, a domain of labels, as the carriers accept. Matching is linear: every repetition ends at a
// character that the next one excludes.
const emailPattern =
  /^[^\s@<>()[\],;:\\"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/i;

function isDateTimeRange(text: string): boolean {
  const [from, to, ...more] = text.split(' - ');
  if (from === undefined || to === undefined || more.length > 0) return false;
  return parseDateTime(from, 'UTC') !== undefined && parseDateTime(to, 'UTC') !== undefined;
}

export const formats: Readonly<Record<string, Format>> = {
  // Only a clearable field (schema-reader.ts) passes the empty text on.
  'us-date': { check: (text) => text === '' || parseDate(text) !== undefined, message: 'must be a date, MM/DD/YYYY' },
  'iso-date-time': {
    check: isInstant,
    message: 'must be an ISO 8601 date-time, such as 2026-11-18T17:00:00Z',
  },
  'date-time-range': {
    check: isDateTimeRange,
    message: 'must have the form MM/DD/YYYY HH:mm:ss - MM/DD/YYYY HH:mm:ss',
  },
  amount: { check: isDecimal, message: 'must be a number, such as 12.50' },
  email: { check: (text) => text.length <= 320 && emailPattern.test(text), message: 'must be an email address' },
  uuid: { check: isUuid, message: 'must be a UUID' },
};
