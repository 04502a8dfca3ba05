/** How the portal writes times. */
import { expect, test } from 'vitest';
import { formatAge, formatTimestamp } from '../../portal/design/format.ts';

/** As the portal parses it, whatever the time zone of the machine. */
const local = (text: string): string => new Date(text).toISOString();

test('a time of another year keeps its time of day', () => {
  const now = new Date('2026-11-23T12:00:00');
  expect(formatTimestamp(local('2026-11-20T16:12:00'), now)).toMatch(/^Nov 20, 4:12\sPM$/);
  expect(formatTimestamp(local('2025-11-20T16:12:00'), now)).toMatch(/^Nov 20, 2025, 4:12\sPM$/);
});

test('an age is a span, and a time to come is written as it is', () => {
  const now = Date.parse('2026-11-23T12:00:00');
  expect(formatAge(local('2026-11-23T11:56:00'), now)).toBe('4 min');
  expect(formatAge(local('2026-11-23T12:00:30'), now)).toBe('just now');
  expect(formatAge(local('2026-12-03T16:12:00'), now)).toMatch(/^Dec 3, 4:12\sPM$/);
});
