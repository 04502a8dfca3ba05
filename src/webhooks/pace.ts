/** How much of the time the sender works while its process writes for callers. Pure. */

/** The least share of the time. */
const minShare = 0.05;
/** Deliveries a second that are sent however busy callers keep the process, as far as it can: what is due is not late without end. */
const leastPerSecond = 500;
const shortRestMs = 300;

/**
 * How long the sender rests after a step, so that callers are not slowed down: its share of the time is what they leave of the
 * event loop. On a process with little to do it hardly rests, so what happens is delivered at once. A process that is slow because
 * others load its machine has a busy event loop too, but little to send: it rests shortly.
 *
 * @param utilization of the event loop, between 0 and 1
 * @param deliveries that the step began to send
 */
export function restMs(stepMs: number, utilization: number, deliveries: number): number {
  const share = Math.max(minShare, 1 - utilization);
  const longestMs = Math.max(shortRestMs, (deliveries * 1_000) / leastPerSecond);
  return Math.min(longestMs, (stepMs * (1 - share)) / share);
}
