/** The pause of a station in tests. */

/** More pauses than the steps of a test have. */
const maxPauses = 10_000;

/**
 * A pause before a repetition that takes no time. It fails when a step is repeated without end: such a loop would leave no time to the
 * limit of the test either, which then would never end.
 */
export function shortPause(): () => Promise<void> {
  let pauses = 0;
  return async () => {
    pauses += 1;
    if (pauses > maxPauses)
      throw new Error(`the station has paused ${maxPauses} times: a step is repeated without end`);
  };
}
