/**
 * Checks the credentials of a sign-in and starts the session, and identifies people at shared stations.
 *
 * The reply to a wrong password or PIN and the time that it takes are the same whether the account exists, is disabled, or has no
 * password: the attempt is counted and one hash is computed in every case.
 */
import { codeOfScan } from '../contract/scanned-code.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError, refuseState } from '../platform/errors.ts';
import type { OperatorCaller, OperatorContext, OperatorSession } from '../platform/http/operator-operation.ts';
import {
  beginSignInAttempt,
  clearSignInFailures,
  runSignInCheck,
  takeSignInFailureAllowance,
  withdrawSignInAttempt,
} from './attempts.ts';
import { recordAudit } from './audit.ts';
import { deriveOperatorAuthKeys } from './operator-auth-keys.ts';
import { findOperatorByBadge, findOperatorByEmail, lockOperator, normalizeEmail } from './operator-store.ts';
import { hashPassword, verifyPassword } from './password-hash.ts';
import { consumeSecondFactorCode } from './second-factor.ts';
import {
  decideActingRole,
  intersectAssignedWarehouses,
  type StartedSession,
  setStationSessionPerson,
  startSession,
} from './sessions.ts';

interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly reference: string;
  readonly remoteAddress: string;
}

interface SignInResult {
  readonly operator: OperatorCaller;
  readonly session: StartedSession;
}

const wrongCredentials = () =>
  new AppError({ code: 'InvalidCredentials', reason: 'The e-mail address, password or code is not valid.' });

const codeRequired = () =>
  new AppError({
    code: 'CodeRequired',
    reason: 'Enter the code of your authenticator app, or one of your recovery codes.',
  });

/**
 * Starts a session. Throws, in this order: `RateLimited` (429) while the address or the account has too many wrong attempts;
 * `InvalidCredentials` (401) for the password; `CodeRequired` (401) when the account requires a code that is absent;
 * `InvalidCredentials` for the code.
 */
export async function signIn(environment: Environment, request: SignInRequest): Promise<SignInResult> {
  const { db, config } = environment;
  const { code, password } = request;
  const secrets = deriveOperatorAuthKeys(config);
  const giveBack = takeSignInFailureAllowance(environment, request);
  const attempt = await beginSignInAttempt(db, secrets, 'password', normalizeEmail(request.email));
  const found = await findOperatorByEmail(db, request.email);
  const stored = found?.isDisabled ? undefined : found?.passwordHash;
  const check = () => verifyPassword(secrets.passwordKey, password, stored, 'sign-in');
  const { isValid, isStale } = await runSignInCheck(db, attempt, check, giveBack);
  if (found === undefined || !isValid) throw wrongCredentials();
  if (found.hasTotp && code === undefined) {
    giveBack();
    await withdrawSignInAttempt(db, attempt);
    throw codeRequired();
  }
  const newHash = isStale ? await hashPassword(secrets.passwordKey, password) : undefined;
  const { operatorId, email, role, warehouses } = found;
  const session = await db.write(async (tx) => {
    // The account may have changed since its password was checked.
    const current = await lockOperator(tx, { operatorId });
    if (current === undefined || current.isDisabled || current.passwordHash !== stored) throw wrongCredentials();
    if (current.hasTotp && !(await consumeSecondFactorCode(tx, secrets, operatorId, code ?? '')))
      throw wrongCredentials();
    if (newHash !== undefined) {
      await tx.rows('update operators set password_hash = $2 where operator_id = $1', [operatorId, newHash]);
    }
    await clearSignInFailures(tx, attempt);
    const started = await startSession(tx, secrets, found);
    const { reference } = request;
    const context = { operatorId, actor: `operator:${email}`, operation: 'Session/SignIn', reference };
    recordAudit(tx, context, { action: 'session.started', subject: email });
    return started;
  });
  giveBack();
  return { operator: { operatorId, email, role, warehouses }, session };
}

const wrongBadge = () => new AppError({ code: 'ValidationFailed', reason: 'The badge or the PIN is not valid.' });

/**
 * Identifies a person at a shared station by badge and PIN: the actions of the station name this person until another one
 * identifies, or after half an hour without a request that a person caused. Without a badge the station has no identified person. Throws `StateForbids` (403) for
 * a session that is not of a station, `RateLimited` (429) and `ValidationFailed` (400), which does not reveal whether the badge exists.
 */
export async function identifyAtStation(
  environment: Environment,
  { sessionId, station }: OperatorSession,
  context: OperatorContext,
  credentials: { readonly badge: string; readonly pin: string } | undefined,
): Promise<OperatorCaller | undefined> {
  if (station === undefined) {
    const reason = 'Only a shared station identifies people. You act under your own name.';
    throw new AppError(refuseState('NOT A STATION', reason).refused);
  }
  const { db, config } = environment;
  if (credentials === undefined) {
    await db.write(async (tx) => {
      await setStationSessionPerson(tx, sessionId, undefined);
      recordAudit(tx, context, { action: 'person.left', subject: station.email });
    });
    return undefined;
  }
  const { pin } = credentials;
  const badge = codeOfScan(credentials.badge);
  const secrets = deriveOperatorAuthKeys(config);
  const giveBack = takeSignInFailureAllowance(environment, { stationId: station.operatorId });
  const attempt = await beginSignInAttempt(db, secrets, 'pin', badge);
  const person = await findOperatorByBadge(db, badge);
  const shared = person === undefined ? undefined : intersectAssignedWarehouses(station.warehouses, person.warehouses);
  const isPermitted = person !== undefined && !person.isDisabled && shared !== undefined;
  const pinHash = isPermitted ? person.pinHash : undefined;
  const check = () => verifyPassword(secrets.passwordKey, pin, pinHash, 'pin');
  const { isValid } = await runSignInCheck(db, attempt, check, giveBack);
  if (person === undefined || shared === undefined || !isValid) throw wrongBadge();
  const { operatorId, email, role } = person;
  await db.write(async (tx) => {
    const current = await lockOperator(tx, { operatorId });
    if (current === undefined || current.isDisabled || current.pinHash !== person.pinHash) throw wrongBadge();
    await clearSignInFailures(tx, attempt);
    await setStationSessionPerson(tx, sessionId, operatorId);
    const actor = { ...context, operatorId, actor: `operator:${email}` };
    recordAudit(tx, actor, { action: 'person.identified', subject: station.email, after: { Person: email } });
  });
  giveBack();
  return { operatorId, email, role: decideActingRole(station.role, role), warehouses: shared };
}
