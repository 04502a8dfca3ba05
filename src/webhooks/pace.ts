/** Limits how much of the time the sender works while its process writes for callers. Pure. */

/** The least share of the time. */
const minShare = 0.05;
/**
 * Deliveries per second that the sender may begin even while callers keep the process busy, so that due deliveries are
 * not delayed without end.
 */
const leastPerSecond = 250;
const shortRestMs = 300;
/** What of a step counts as work on the event loop, at most: for itself and for each delivery. The rest waits for the database. */
const loopMs = { step: 15, delivery: 0.1 };
/**
 * While writes wait for others, the event loop counts as busier than it is: the database, and the receivers on the same machine, then
 * need the processors as well.
 */
const waitingFactor = 1.5;

export interface EventLoopLoad {
  /** Of the event loop, between 0 and 1. */
  readonly utilization: number;
  /** Whether writes of callers wait for others to be committed. */
  readonly hasWaiting: boolean;
}

/**
 * How long the sender rests after a step, in milliseconds, so that callers are not slowed down: it works for the share
 * of the time in which the event loop would otherwise be idle. On a process with little to do it hardly rests, so
 * events are delivered at once. What a step waits for does not count: else a slow database, or a machine that others load, would make
 * the sender rest longer while callers need no more. The rest is short when there is little to send, because the event loop may then be
 * busy only because others load the machine.
 * @param deliveries that the step began to send
 */
export function computeWebhookSenderPauseMs(
  stepMs: number,
  { utilization, hasWaiting }: EventLoopLoad,
  deliveries: number,
): number {
  const share = Math.max(minShare, 1 - utilization * (hasWaiting ? waitingFactor : 1));
  const longestMs = Math.max(shortRestMs, (deliveries * 1_000) / leastPerSecond);
  const workMs = Math.min(stepMs, loopMs.step + deliveries * loopMs.delivery);
  return Math.min(longestMs, (workMs * (1 - share)) / share);
}
