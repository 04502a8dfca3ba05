/** What edits of the operator's settings share. */
import type { Tx } from '../platform/db/db.ts';
import { AppError, type Outcome, type Refusal, refuse } from '../platform/errors.ts';

export type SettingEditOutcome = Outcome<{ readonly code: string }>;

/** Checks in the transaction of a removal whether something still uses the setting; returns the refusal. */
export type UseOfSetting = (tx: Tx) => Promise<Refusal | undefined>;

export const refuseInvalidSetting = (reason: string): SettingEditOutcome => refuse('ValidationFailed', reason);

/** Whether a text is printable, not blank, and has at most 100 characters. */
export const isSettingName = (text: string): boolean =>
  text.trim() !== '' && text.length <= 100 && !/\p{Cc}/u.test(text);

/** The error for a setting that was removed while the caller still had it in its cache. */
export function settingJustRemovedError(setting: 'warehouse' | 'inventory status'): AppError {
  const reason = `The ${setting} was removed a moment ago. Send the request again in a few seconds.`;
  return new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 5 });
}
