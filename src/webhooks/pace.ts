/** Limits how much of the time the sender works while its process writes for callers. Pure. */

/** The least share of the time in which the sender works. */
const minShare = 0.05;
/**
 * Deliveries per second that the sender may begin even while callers keep the process busy, so that due deliveries are
 * not delayed without end.
 */
const leastPerSecond = 250;
const shortRestMs = 300;
/** The most time of a step that counts as work on the event loop: for the step, and for each delivery. In the rest it waits for the database. */
const loopMs = { step: 15, delivery: 0.1 };
/**
 * While writes wait for others, the event loop counts as busier than it is: the database, and the receivers on the same machine, then
 * need the processors as well.
 */
const waitingFactor = 1.5;

interface EventLoopLoad {
  /** Of the event loop, between 0 and 1. */
  readonly utilization: number;
  /** Whether writes of callers wait for others to be committed. */
  readonly hasWaiting: boolean;
}

/**
 * How long the sender rests after a step, in milliseconds, so that callers are not slowed down: the share of the time in which it works is
 * that in which the event loop was idle, at least 5%. Its own work counts as busy, and while writes wait the loop counts as busier than
 * it is. On a process with little to do it hardly rests, so events are delivered at once. Of a step counts only what it may have worked on
 * the event loop (`loopMs`): its waits for a slow database slow no caller down. It rests at most 4 ms for each delivery, or 300 ms if that
 * is longer, because the event loop may be busy only because others load the machine.
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
