/** What the checks of every request read: all SQL of the request path. One statement each, by primary or unique key. */
import type { Reader } from '../platform/db/db.ts';
import type { RateLimitOverrides } from './rate-limits.ts';

export interface Membership {
  readonly customerName: string;
  readonly rights: 'read' | 'write';
  readonly rateLimits: RateLimitOverrides;
  /** Hashes of the user's valid passwords: one, or two during a rotation. Possibly none. */
  readonly passwordHashes: readonly Buffer[];
}

/** The membership of a user with a customer; `undefined` when there is none, or no such user or customer. */
export async function readMembership(
  reader: Reader,
  userKey: string,
  customerNo: string,
): Promise<Membership | undefined> {
  const [row] = await reader.rows<{
    name: string;
    rights: 'read' | 'write';
    rate_limits: RateLimitOverrides;
    hashes: Buffer[];
  }>(
    `select c.name, c.rate_limits, m.rights,
            array (select p.hash from api_user_passwords p
                    where p.user_key = m.user_key and p.revoked_at is null) as hashes
       from memberships m join customers c on c.customer_no = m.customer_no
      where m.customer_no = $1 and m.user_key = $2`,
    [customerNo, userKey],
  );
  return row && { customerName: row.name, rights: row.rights, rateLimits: row.rate_limits, passwordHashes: row.hashes };
}

/** When a token of this customer that is not revoked runs out, `null` for never; `undefined` when there is no such token. */
export async function readTokenExpiry(
  reader: Reader,
  customerNo: string,
  hash: Buffer,
): Promise<Temporal.Instant | null | undefined> {
  const [row] = await reader.rows<{ expires_at: Temporal.Instant | null }>(
    'select expires_at from access_tokens where customer_no = $1 and hash = $2 and revoked_at is null',
    [customerNo, hash],
  );
  return row?.expires_at;
}
