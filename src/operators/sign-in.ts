/**
 * Checks the credentials of a sign-in and starts the session.
 *
 * The reply to a wrong password and the time that it takes are the same whether the account exists, is disabled or has no
 * password: one hash is computed in every case.
 */
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import type { OperatorCaller } from '../platform/http/operator-operation.ts';
import { recordAudit } from './audit.ts';
import { operatorSecretsOf } from './operator-secrets.ts';
import { findOperatorByEmail } from './operator-store.ts';
import { verifyPassword } from './password-hash.ts';
import { type StartedSession, startSession } from './sessions.ts';

export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly code: string | undefined;
  readonly reference: string;
  readonly remoteAddress: string;
}

export interface SignedInOperator {
  readonly operator: OperatorCaller;
  readonly session: StartedSession;
}

const wrongCredentials = () =>
  new AppError({ code: 'InvalidCredentials', reason: 'The e-mail address, password or code is not valid.' });

/** Starts a session, or throws `InvalidCredentials` (401). */
export async function signIn(environment: Environment, request: SignInRequest): Promise<SignedInOperator> {
  const { db, config } = environment;
  const secrets = operatorSecretsOf(config);
  const found = await findOperatorByEmail(db, request.email);
  const stored = found?.isDisabled ? undefined : found?.passwordHash;
  const { isValid } = await verifyPassword(secrets.passwordKey, request.password, stored);
  if (found === undefined || !isValid) throw wrongCredentials();
  const { operatorId, email, role, warehouses } = found;
  const session = await db.write(async (tx) => {
    const started = await startSession(tx, secrets, found);
    const context = {
      operatorId,
      actor: `operator:${email}`,
      operation: 'Session/SignIn',
      reference: request.reference,
    };
    recordAudit(tx, context, { action: 'session.started', subject: email });
    return started;
  });
  return { operator: { operatorId, email, role, warehouses }, session };
}
