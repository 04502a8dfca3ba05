/** Which messages are shown when one is added. Pure. */
export interface ToastMessage {
  readonly id: number;
  readonly tone: 'good' | 'bad';
  readonly text: string;
  readonly reference?: string | undefined;
}

/** The most earlier errors beside a new error, and the most other earlier messages beside a new message. */
const [maxErrors, maxOthers] = [3, 2];

/** The messages with a new one, the newest last. Only an error replaces an error, and then the oldest one. */
export function appendToast(shown: readonly ToastMessage[], added: ToastMessage): readonly ToastMessage[] {
  const errors = shown.filter(({ tone }) => tone === 'bad');
  const others = shown.filter(({ tone }) => tone === 'good');
  const kept = new Set([...(added.tone === 'bad' ? errors.slice(-maxErrors) : errors), ...others.slice(-maxOthers)]);
  return [...shown.filter((each) => kept.has(each)), added];
}
