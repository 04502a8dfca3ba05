/**
 * Whether a person has done anything since the last request. Reads without an action of a person are automatic, and automatic reads do
 * not keep the session from ending.
 */

/** Opening the page is an action. */
let hasActed = true;

for (const kind of ['pointerdown', 'keydown', 'wheel']) {
  addEventListener(
    kind,
    () => {
      hasActed = true;
    },
    { capture: true, passive: true },
  );
}

/** Returns whether there was an action since the last call, and clears the flag, so that each action counts once. */
export function consumePersonActivity(): boolean {
  const taken = hasActed;
  hasActed = false;
  return taken;
}
