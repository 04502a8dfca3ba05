/** Which messages are shown when one is added. Pure. */

/** A message that is shown as a toast. `reference` is that of the failed request. */
export interface ToastMessage {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly reference?: string | undefined;
}

/** The most earlier errors beside a new error, and the most other earlier messages beside a new message. */
const [maxErrors, maxOthers] = [3, 2];

/**
 * Returns the shown messages with the added one last. An added error leaves the newest `maxErrors` of the earlier
 * errors, another message leaves all of them. Of the other earlier messages, the newest `maxOthers` stay.
 */
export function appendToast(shown: readonly ToastMessage[], added: ToastMessage): readonly ToastMessage[] {
  const errors = shown.filter(({ tone }) => tone === 'bad');
  const others = shown.filter(({ tone }) => tone === 'good');
  const kept = new Set([...(added.tone === 'bad' ? errors.slice(-maxErrors) : errors), ...others.slice(-maxOthers)]);
  return [...shown.filter((each) => kept.has(each)), added];
}
