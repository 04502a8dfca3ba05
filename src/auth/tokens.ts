/** Access tokens: bound to a customer, valid until they expire or are revoked, stored as a hash (decision 7). */
import { isUuid, uuidv7 } from '../lib/uuid.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { notFoundError } from '../platform/errors.ts';
import type { AccessRight } from '../platform/http/authenticator.ts';
import {
  type AdministrationActor,
  lockCustomerAndReadLogSubject,
  logAdministeredChange,
} from './administered-change.ts';
import { generateCredential } from './credential-format.ts';
import { notifyRevocation } from './revocations.ts';
import { type CredentialSecrets, hashCredential } from './secrets.ts';

export interface IssuedToken {
  readonly tokenId: string;
  /** Shown only once. */
  readonly accessToken: string;
  readonly scope: AccessRight;
  readonly expiresAt: Temporal.Instant | null;
}

/**
 * Creates a token of an existing customer in the caller's transaction, and logs it. Without `minutes` it is long-lived, without
 * `scope` it may read and write. Also deletes a bounded number of the customer's tokens that expired more than a day ago.
 */
export async function issueToken(
  tx: Tx,
  secrets: CredentialSecrets,
  input: {
    readonly environment: EnvironmentName;
    readonly customerNo: string;
    readonly minutes?: number;
    readonly scope?: AccessRight | undefined;
  } & AdministrationActor,
  change: { readonly operation: string; readonly reference?: string },
): Promise<IssuedToken> {
  const { environment, customerNo, minutes, scope = 'write' } = input;
  const tokenId = uuidv7();
  const accessToken = generateCredential('token', environment);
  tx.send(
    `delete from access_tokens t where t.customer_no = $1 and t.token_id in (
       select o.token_id from access_tokens o
        where o.customer_no = $1 and o.expires_at < now() - interval '1 day'
        order by o.expires_at limit 10 for update skip locked)`,
    [customerNo],
  );
  const [row] = await tx.rows<{ expires_at: Temporal.Instant | null }>(
    `insert into access_tokens (customer_no, token_id, hash, expires_at, created_by, scope)
     values ($1, $2, $3, now() + make_interval(mins => $4::int), $5, $6)
     returning expires_at`,
    [customerNo, tokenId, hashCredential(secrets, accessToken), minutes ?? null, input.actor, scope],
  );
  const expiresAt = row?.expires_at ?? null;
  await logAdministeredChange(tx, [customerNo], input, {
    kind: 'token.created',
    subject: tokenId,
    ...change,
    data: { expiresAt: expiresAt === null ? null : expiresAt.toString(), scope },
  });
  return { tokenId, accessToken, scope, expiresAt };
}

/**
 * Creates a long-lived token in a transaction of its own (`issueToken` does so in the caller's). Without `scope` it may read and write.
 * Throws `NotFound` when the customer does not exist.
 */
export async function createLongLivedToken(
  db: Db,
  secrets: CredentialSecrets,
  input: {
    readonly environment: EnvironmentName;
    readonly customerNo: string;
    readonly scope?: AccessRight | undefined;
  } & AdministrationActor,
): Promise<IssuedToken> {
  return db.write(async (tx) => {
    await lockCustomerAndReadLogSubject(tx, input.customerNo);
    return issueToken(tx, secrets, input, { operation: 'dray token create' });
  });
}

/**
 * Revokes a token, given its id or the token itself; every process rejects it within a second. Throws `NotFound` when the
 * customer has no such valid token. The message never contains the token.
 */
export async function revokeToken(
  db: Db,
  secrets: CredentialSecrets,
  input: { readonly customerNo: string; readonly token: string } & AdministrationActor,
): Promise<{ readonly tokenId: string }> {
  const { customerNo, token } = input;
  return db.write(async (tx) => {
    const [row] = await tx.rows<{ token_id: string }>(
      `update access_tokens set revoked_at = now()
        where customer_no = $1 and ${isUuid(token) ? 'token_id = $2::uuid' : 'hash = $2::bytea'}
          and revoked_at is null and (expires_at is null or expires_at > now())
       returning token_id`,
      [customerNo, isUuid(token) ? token : hashCredential(secrets, token)],
    );
    if (row === undefined) {
      throw notFoundError(`Customer ${JSON.stringify(customerNo)} has no such token that is still valid.`);
    }
    await notifyRevocation(tx);
    await logAdministeredChange(tx, [customerNo], input, {
      kind: 'token.revoked',
      subject: row.token_id,
      operation: 'dray token revoke',
    });
    return { tokenId: row.token_id };
  });
}

interface ListedToken {
  readonly tokenId: string;
  readonly createdAt: Temporal.Instant;
  readonly createdBy: string;
  /** `null`: long-lived. */
  readonly expiresAt: Temporal.Instant | null;
  readonly scope: AccessRight;
}

/**
 * Lists the customer's valid tokens by id, oldest first: at most `limit`, the newest, and long-lived ones before those of
 * GetAccessToken.
 */
export async function listTokens(reader: DbReader, customerNo: string, limit = 1000): Promise<ListedToken[]> {
  const rows = await reader.rows<{
    token_id: string;
    created_at: Temporal.Instant;
    created_by: string;
    expires_at: Temporal.Instant | null;
    scope: AccessRight;
  }>(
    `select token_id, created_at, created_by, expires_at, scope
       from (select * from access_tokens
              where customer_no = $1 and revoked_at is null and (expires_at is null or expires_at > now())
              order by expires_at is not null, token_id desc limit $2) t
      order by token_id`,
    [customerNo, limit],
  );
  return rows.map((row) => ({
    tokenId: row.token_id,
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    scope: row.scope,
  }));
}
