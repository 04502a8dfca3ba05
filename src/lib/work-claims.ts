/** How long work (an order, a task, a receipt, a pick face) stays with a person who does nothing. */
export const claimMinutes = 30;

/** When a claim that is taken or renewed at `now` ends. */
export const endOfClaim = (now: Temporal.Instant): Temporal.Instant => now.add({ minutes: claimMinutes });
