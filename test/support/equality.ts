/**
 * Makes Vitest compare dates and times of `Temporal` by their text. Otherwise `toMatchObject` compares their properties, of which they
 * have none, and finds any two equal.
 */
import { expect } from 'vitest';

const kinds = [
  Temporal.Instant,
  Temporal.PlainDate,
  Temporal.PlainDateTime,
  Temporal.PlainTime,
  Temporal.ZonedDateTime,
  Temporal.Duration,
] as const;

expect.addEqualityTesters([
  (a, b) => {
    const kind = kinds.find((one) => a instanceof one || b instanceof one);
    if (kind === undefined) return undefined;
    return a instanceof kind && b instanceof kind && a.toString() === b.toString();
  },
]);
