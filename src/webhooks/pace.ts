/** How much of the time the sender works while its process writes for callers. Pure. */

/** The least share of the time, however busy the process is: what is due is delivered, though late. */
const minShare = 0.05;
const maxRestMs = 2_000;

/**
 * How long the sender rests after a step, so that callers are not slowed down: its share of the time is what they leave of the
 * event loop. On a process with little to do it hardly rests, so what happens is delivered at once.
 *
 * @param utilization of the event loop, between 0 and 1
 */
export function restMs(stepMs: number, utilization: number): number {
  const share = Math.max(minShare, 1 - utilization);
  return Math.min(maxRestMs, (stepMs * (1 - share)) / share);
}
