/** Passwords of API users: generated, shown once, stored as a hash. Two are valid during a rotation (decision 7). */
import { uuidv7 } from '../lib/uuid.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { AppError, notFoundError, refuseState } from '../platform/errors.ts';
import { type AdministrationActor, lockUserAndListCustomers, logAdministeredChange } from './administered-change.ts';
import { generateCredential } from './credential-format.ts';
import { notifyRevocation } from './revocations.ts';
import { type CredentialSecrets, hashCredential } from './secrets.ts';

export interface IssuedPassword {
  readonly userKey: string;
  readonly passwordId: string;
  /** Shown only once. */
  readonly password: string;
}

/** Generates and stores a password of an existing user. */
export async function issuePassword(
  tx: Tx,
  secrets: CredentialSecrets,
  { environment, userKey }: { readonly environment: EnvironmentName; readonly userKey: string },
): Promise<IssuedPassword> {
  const password = generateCredential('password', environment);
  return { userKey, passwordId: await storePassword(tx, secrets, userKey, password), password };
}

/** Stores a password of an existing user, generated or imported. Returns its id. */
export async function storePassword(
  tx: Tx,
  secrets: CredentialSecrets,
  userKey: string,
  password: string,
): Promise<string> {
  const passwordId = uuidv7();
  await tx.rows('insert into api_user_passwords (user_key, password_id, hash) values ($1, $2, $3)', [
    userKey,
    passwordId,
    hashCredential(secrets, password),
  ]);
  return passwordId;
}

/** Hashes of all passwords of a user, also of those that were revoked. */
export async function readPasswordHashes(
  tx: Tx,
  userKey: string,
): Promise<{ readonly hash: Buffer; readonly isRevoked: boolean }[]> {
  return await tx.rows(
    'select hash, revoked_at is not null as "isRevoked" from api_user_passwords where user_key = $1',
    [userKey],
  );
}

/**
 * Starts a rotation: generates another password and returns it in clear text, which is not stored; the earlier one stays valid until
 * `revokePassword`. Throws `NotFound` when the user does not exist, and `StateForbids` when two passwords are valid already.
 */
export async function startPasswordRotation(
  db: Db,
  secrets: CredentialSecrets,
  input: { readonly environment: EnvironmentName; readonly userKey: string } & AdministrationActor,
): Promise<IssuedPassword> {
  return db.write(async (tx) => {
    const customerNos = await lockUserAndListCustomers(tx, input.userKey);
    const valid = await validPasswords(tx, input.userKey);
    if (valid.length >= 2) {
      const reason = `UserKey ${input.userKey} has two valid passwords already: revoke one of them first (${valid.join(', ')}).`;
      throw new AppError(refuseState('IN ROTATION', reason).refused);
    }
    const issued = await issuePassword(tx, secrets, input);
    await logAdministeredChange(tx, customerNos, input, {
      kind: 'password.created',
      subject: issued.passwordId,
      operation: 'dray password rotate',
      data: { userKey: input.userKey },
    });
    return issued;
  });
}

/**
 * Revokes a password; every process rejects it within a second. Without `passwordId` it ends a rotation by revoking the older
 * of the two. Throws `NotFound` when the user or the valid password does not exist, and `StateForbids` without `passwordId`
 * when fewer than two passwords are valid, so that a user does not lose its last password by mistake.
 */
export async function revokePassword(
  db: Db,
  input: { readonly userKey: string; readonly passwordId?: string } & AdministrationActor,
): Promise<{ readonly passwordId: string }> {
  const { userKey } = input;
  return db.write(async (tx) => {
    const customerNos = await lockUserAndListCustomers(tx, userKey);
    const valid = await validPasswords(tx, userKey);
    if (input.passwordId === undefined && valid.length < 2) {
      const reason = `UserKey ${userKey} is in no rotation: name the password to revoke (${valid.join(', ')}).`;
      throw new AppError(refuseState('NO ROTATION', reason).refused);
    }
    const passwordId = input.passwordId?.toLowerCase() ?? valid[0];
    if (passwordId === undefined || !valid.includes(passwordId)) {
      throw notFoundError(`UserKey ${userKey} has no valid password with this id.`);
    }
    await tx.rows('update api_user_passwords set revoked_at = now() where user_key = $1 and password_id = $2', [
      userKey,
      passwordId,
    ]);
    await notifyRevocation(tx);
    await logAdministeredChange(tx, customerNos, input, {
      kind: 'password.revoked',
      subject: passwordId,
      operation: 'dray password revoke',
      data: { userKey },
    });
    return { passwordId };
  });
}

/** Ids of the valid passwords of users, the oldest first. */
export async function listValidPasswordIds(
  reader: DbReader,
  userKeys: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const rows = await reader.rows<{ user_key: string; password_id: string }>(
    `select user_key, password_id from api_user_passwords
      where user_key = any ($1::text[]) and revoked_at is null order by password_id`,
    [userKeys],
  );
  const found = Map.groupBy(rows, ({ user_key }) => user_key);
  return new Map([...found].map(([userKey, passwords]) => [userKey, passwords.map(({ password_id }) => password_id)]));
}

/** Ids of the valid passwords, the oldest first. */
async function validPasswords(tx: Tx, userKey: string): Promise<string[]> {
  const rows = await tx.rows<{ password_id: string }>(
    'select password_id from api_user_passwords where user_key = $1 and revoked_at is null order by password_id',
    [userKey],
  );
  return rows.map(({ password_id }) => password_id);
}
