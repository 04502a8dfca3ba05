/** All SQL of authentication on the request path. One statement each, by primary or unique key. */

import { encodeTextArrayParameter } from '../platform/db/arrays.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { AccessRight } from '../platform/http/authenticator.ts';
import type { AccessTokenRequirement } from './customer.ts';
import type { RateLimitOverrides } from './rate-limits.ts';

export interface Membership {
  readonly customerName: string;
  readonly rights: 'read' | 'write';
  readonly rateLimits: RateLimitOverrides;
  readonly tokenPolicy: AccessTokenRequirement | undefined;
  /** Hashes of the user's valid passwords: one, or two during a rotation. Possibly none. */
  readonly passwordHashes: readonly Buffer[];
}

export interface MembershipKey {
  readonly userKey: string;
  readonly customerNo: string;
}

/** The membership of each user with a customer, in the order of `keys`; `undefined` where there is none. */
export async function readMemberships(
  reader: DbReader,
  keys: readonly MembershipKey[],
): Promise<(Membership | undefined)[]> {
  const rows = await reader.rows<{
    nth: number;
    name: string;
    rights: 'read' | 'write';
    rate_limits: RateLimitOverrides;
    token_policy: AccessTokenRequirement | null;
    hashes: Buffer[];
  }>(
    `select w.nth, c.name, c.rate_limits, c.token_policy, m.rights,
            array (select p.hash from api_user_passwords p
                    where p.user_key = m.user_key and p.revoked_at is null) as hashes
       from unnest($1::text[], $2::text[]) with ordinality as w (customer_no, user_key, nth)
       join memberships m on m.customer_no = w.customer_no and m.user_key = w.user_key
       join customers c on c.customer_no = m.customer_no`,
    [
      encodeTextArrayParameter(keys, ({ customerNo }) => customerNo),
      encodeTextArrayParameter(keys, ({ userKey }) => userKey),
    ],
  );
  const found: (Membership | undefined)[] = keys.map(() => undefined);
  for (const row of rows) {
    found[row.nth - 1] = {
      customerName: row.name,
      rights: row.rights,
      rateLimits: row.rate_limits,
      tokenPolicy: row.token_policy ?? undefined,
      passwordHashes: row.hashes,
    };
  }
  return found;
}

interface StoredToken {
  /** `null`: never. */
  readonly expiresAt: Temporal.Instant | null;
  readonly scope: AccessRight;
}

/** A token of this customer; `undefined` when there is no such token or it is revoked. */
export async function readUnrevokedToken(
  reader: DbReader,
  customerNo: string,
  hash: Buffer,
): Promise<StoredToken | undefined> {
  const [row] = await reader.rows<StoredToken>(
    'select expires_at as "expiresAt", scope from access_tokens where customer_no = $1 and hash = $2 and revoked_at is null',
    [customerNo, hash],
  );
  return row;
}
