/** When a weather window is over. */
import { expect, it } from 'vitest';
import { isPastInAllTimeZones } from './standing-rules.ts';

it.each([
  ['in the morning of its last day in Hawaii, when the day after has begun in the east', '2026-08-02T16:00:00Z', false],
  ['at the end of its last day in the last time zone', '2026-08-03T11:59:59.999Z', false],
  ['when its last day has ended everywhere', '2026-08-03T12:00:00Z', true],
])('a window is over or not %s', (_, now, isPast) => {
  expect(isPastInAllTimeZones(Temporal.PlainDate.from('2026-08-02'), Temporal.Instant.from(now))).toBe(isPast);
});
