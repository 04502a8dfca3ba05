/** The operator's own second factor: enrolled, confirmed and removed in a session. */
import { randomBytes } from 'node:crypto';
import type { Environment } from '../platform/environment.ts';
import { AppError, refuseState } from '../platform/errors.ts';
import type { OperatorContext, OperatorSession } from '../platform/http/operator-operation.ts';
import { beginSignInAttempt, clearSignInFailures } from './attempts.ts';
import { recordAudit } from './audit.ts';
import { deriveOperatorAuthKeys } from './operator-auth-keys.ts';
import { lockOperatorOfSession, ownAccountOrThrow, reauthenticateWithPassword } from './passwords.ts';
import { confirmSecondFactor, enrollSecondFactor, removeSecondFactor } from './second-factor.ts';
import { encodeBase32, formatTotpUri } from './totp.ts';

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/**
 * Stores a secret that is not required yet, and returns it for the app. Throws `StateForbids` for a shared station, then as
 * `reauthenticateWithPassword` and `lockOperatorOfSession`, then `StateForbids` when a code is required already.
 */
export async function beginTotpEnrollment(
  environment: Environment,
  session: OperatorSession,
  context: OperatorContext,
  password: string,
): Promise<{ readonly secret: string; readonly uri: string }> {
  const { operatorId, email } = ownAccountOrThrow(session);
  const { db, config, name } = environment;
  const attempt = await reauthenticateWithPassword(environment, session, password, 'Password');
  const secret = randomBytes(secretBytes);
  await db.write(async (tx) => {
    await lockOperatorOfSession(tx, session);
    await clearSignInFailures(tx, attempt);
    if (!(await enrollSecondFactor(tx, deriveOperatorAuthKeys(config), operatorId, secret))) {
      const reason = 'Sign-ins require a code already. Remove the authenticator app first.';
      throw new AppError(refuseState('TOTP ENABLED', reason).refused);
    }
    recordAudit(tx, context, { action: 'operator.totp_enrolled', subject: email });
  });
  const issuer = `${config.brand === 'Service' ? 'Dray' : config.brand}${name === 'test' ? ' test' : ''}`;
  return { secret: encodeBase32(secret), uri: formatTotpUri(secret, email, issuer) };
}

/**
 * Requires codes from now on and returns the recovery codes. Wrong codes count as wrong sign-ins. Throws, in this order, `StateForbids`
 * for a shared station, `RateLimited` while the account is locked, as `lockOperatorOfSession`, and `ValidationFailed` for a wrong code, and
 * where nothing is enrolled or a code is required already.
 */
export async function confirmTotpEnrollment(
  environment: Environment,
  session: OperatorSession,
  context: OperatorContext,
  code: string,
): Promise<readonly string[]> {
  const { operatorId, email } = ownAccountOrThrow(session);
  const { db, config } = environment;
  const secrets = deriveOperatorAuthKeys(config);
  const attempt = await beginSignInAttempt(db, secrets, 'password', email);
  return await db.write(async (tx) => {
    await lockOperatorOfSession(tx, session);
    const codes = await confirmSecondFactor(tx, secrets, operatorId, code);
    if (codes === undefined) {
      const fault = {
        field: 'Code',
        code: 'WrongCode',
        message: 'is not the current code of the app that was enrolled',
      };
      throw new AppError({ code: 'ValidationFailed', reason: `Code ${fault.message}`, faults: [fault] });
    }
    await clearSignInFailures(tx, attempt);
    const audited = { before: { HasTotp: false }, after: { HasTotp: true } };
    recordAudit(tx, context, { action: 'operator.totp_confirmed', subject: email, ...audited });
    return codes;
  });
}

/**
 * Removes the factor and its recovery codes. Throws `StateForbids` for a shared station, then as `reauthenticateWithPassword` and
 * `lockOperatorOfSession`.
 */
export async function disableOwnTotp(
  environment: Environment,
  session: OperatorSession,
  context: OperatorContext,
  password: string,
): Promise<void> {
  const { operatorId, email } = ownAccountOrThrow(session);
  const attempt = await reauthenticateWithPassword(environment, session, password, 'Password');
  await environment.db.write(async (tx) => {
    await lockOperatorOfSession(tx, session);
    await clearSignInFailures(tx, attempt);
    const wasRequired = await removeSecondFactor(tx, operatorId);
    const audited = { before: { HasTotp: wasRequired }, after: { HasTotp: false } };
    recordAudit(tx, context, { action: 'operator.totp_removed', subject: email, ...audited });
  });
}
