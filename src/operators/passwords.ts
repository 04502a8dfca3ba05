/** Generated passwords, and the operator's own change of the password. */
import { randomInt } from 'node:crypto';
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, type Fault } from '../platform/errors.ts';
import type { OperatorCaller, OperatorContext, OperatorSession } from '../platform/http/operator-operation.ts';
import { beginSignInAttempt, type CountedSignInAttempt, clearSignInFailures, runSignInCheck } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { deriveOperatorAuthKeys } from './operator-auth-keys.ts';
import { findOperatorByEmail, lockOperator, updateOperatorPasswordHash } from './operator-store.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { endOperatorSessions, isOperatorSessionOpen, type StartedSession, startSession } from './sessions.ts';

/** Without letters and digits that look alike. */
const passwordAlphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 20;

/** The minimum length of a password that a person chooses. */
export const minPasswordLength = 12;

/** A password of 116 random bits, which a person can type. */
export function generatePassword(): string {
  let password = '';
  while (password.length < generatedLength) password += passwordAlphabet[randomInt(passwordAlphabet.length)];
  return password;
}

/** Faults of a password that a person chooses, beyond its length. */
function passwordFaults(password: string, email: string): Fault[] {
  const folded = password.toLowerCase();
  const [name = ''] = email.split('@');
  const isName = folded.includes(email) || (name.length >= 4 && folded.includes(name));
  if (isName) return [{ field: 'NewPassword', code: 'TooWeak', message: 'must not contain the e-mail address' }];
  if (new Set(folded).size < 5)
    return [{ field: 'NewPassword', code: 'TooWeak', message: 'must have more different characters' }];
  return [];
}

/**
 * Checks the password of the session's account again, before something that a stolen session must not do. Wrong ones count as wrong
 * sign-ins. Throws `RateLimited` while the account is locked, and `ValidationFailed` with this field for a wrong password. Returns the
 * counted attempt, whose failures the caller clears in its transaction.
 */
export async function reauthenticateWithPassword(
  environment: Environment,
  { operator }: OperatorSession,
  password: string,
  field: string,
): Promise<CountedSignInAttempt> {
  const { db, config } = environment;
  const secrets = deriveOperatorAuthKeys(config);
  const attempt = await beginSignInAttempt(db, secrets, 'password', operator.email);
  const stored = await findOperatorByEmail(db, operator.email);
  const { isValid } = await runSignInCheck(db, attempt, () =>
    verifyPassword(secrets.passwordKey, password, stored?.passwordHash, 'session'),
  );
  if (isValid) return attempt;
  const fault = { field, code: 'WrongPassword', message: 'is not the password of this account' };
  throw new AppError({ code: 'ValidationFailed', reason: `${field} ${fault.message}`, faults: [fault] });
}

/**
 * Locks the account of the session. Throws `SessionRequired` when the session has been ended meanwhile, for example by a reset,
 * disabling or another role: what follows must not undo that.
 */
export async function lockOperatorOfSession(tx: Tx, { operator, sessionId }: OperatorSession): Promise<void> {
  await lockOperator(tx, { operatorId: operator.operatorId });
  if (await isOperatorSessionOpen(tx, sessionId)) return;
  throw new AppError({ code: 'SessionRequired', reason: 'The session has ended. Sign in again.' });
}

/** The account of a session. Throws `StateForbids` for that of a shared station, which people do not change: they have their own. */
export function ownAccountOrThrow({ station, operator }: OperatorSession): OperatorCaller {
  if (station === undefined) return operator;
  const reason = 'This session belongs to a shared station. Sign in on your own, or ask an admin.';
  throw new AppError({ code: 'StateForbids', reason, extra: { State: 'SHARED STATION' } });
}

/**
 * Changes the operator's own password, ends all sessions of the operator and starts a new one for the caller. Throws `StateForbids` for a
 * shared station, then `ValidationFailed` for a new password that is weak or the current one, then as `reauthenticateWithPassword` and
 * `lockOperatorOfSession`.
 */
export async function changeOwnPassword(
  environment: Environment,
  session: OperatorSession,
  context: OperatorContext,
  passwords: { readonly current: string; readonly next: string },
): Promise<StartedSession> {
  const { operatorId, email } = ownAccountOrThrow(session);
  const { db, config } = environment;
  const secrets = deriveOperatorAuthKeys(config);
  const faults = passwordFaults(passwords.next, email);
  if (passwords.next === passwords.current) {
    faults.push({ field: 'NewPassword', code: 'Unchanged', message: 'must differ from the current password' });
  }
  const [fault] = faults;
  if (fault !== undefined)
    throw new AppError({ code: 'ValidationFailed', reason: `${fault.field} ${fault.message}`, faults });
  const attempt = await reauthenticateWithPassword(environment, session, passwords.current, 'CurrentPassword');
  const passwordHash = await hashPassword(secrets.passwordKey, passwords.next);
  return await db.write(async (tx) => {
    await lockOperatorOfSession(tx, session);
    await clearSignInFailures(tx, attempt);
    await updateOperatorPasswordHash(tx, operatorId, passwordHash);
    await endOperatorSessions(tx, operatorId);
    recordAudit(tx, context, { action: 'operator.password_changed', subject: email });
    return await startSession(tx, secrets, { operatorId, isStation: false });
  });
}
