/** When the simulated floor has packed what it took up. Pure. */

/** Minutes from the start of the work to the closed package. */
const packingMinutes = 10;

/** When an order that is taken up at `from` is packed: on a full minute, so that many are packed together. */
export function packingTime(from: Temporal.Instant): Temporal.Instant {
  return fullMinute(from.add({ minutes: packingMinutes }));
}

/** The full minute that has come or is next. */
export function fullMinute(instant: Temporal.Instant): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(instant.epochMilliseconds / 60_000) * 60_000);
}
