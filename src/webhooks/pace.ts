/** Limits how much of the time the sender works while its process writes for callers. Pure. */

/** The least share of the time. */
const minShare = 0.05;
/**
 * Deliveries per second that the sender may begin even while callers keep the process busy, so that due deliveries are
 * not delayed without end.
 */
const leastPerSecond = 500;
const shortRestMs = 300;

/**
 * How long the sender rests after a step, in milliseconds, so that callers are not slowed down: it works for the share
 * of the time in which the event loop would otherwise be idle. On a process with little to do it hardly rests, so
 * events are delivered at once. The rest is short when there is little to send, because the event loop may then be busy
 * only because others load the machine.
 * @param utilization of the event loop, between 0 and 1
 * @param deliveries that the step began to send
 */
export function restMs(stepMs: number, utilization: number, deliveries: number): number {
  const share = Math.max(minShare, 1 - utilization);
  const longestMs = Math.max(shortRestMs, (deliveries * 1_000) / leastPerSecond);
  return Math.min(longestMs, (stepMs * (1 - share)) / share);
}
