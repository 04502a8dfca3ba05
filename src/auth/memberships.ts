/** For which customers a partner's user may act, and how far (decision 7). */
import type { Db, Reader, Tx } from '../platform/db/db.ts';
import type { Right } from '../platform/http/authenticator.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { type Doer, demandCustomer, lockUser, logChange } from './administration.ts';
import { announceRevocation } from './revocations.ts';

type Membership = { readonly customerNo: string; readonly userKey: string };

/** Writes a membership, or changes its rights. User and customer exist. */
export async function putMembership(
  tx: Tx,
  { customerNo, userKey, rights }: Membership & { readonly rights: Right },
): Promise<void> {
  await tx.rows(
    `insert into memberships (customer_no, user_key, rights) values ($1, $2, $3)
         on conflict (customer_no, user_key) do update set rights = excluded.rights`,
    [customerNo, userKey, rights],
  );
}

/**
 * Lets an existing user act for a customer; `write` includes `read`. Changes the rights of one that may already, within
 * a second everywhere. Throws `StartRefused` when there is no such user or no such customer.
 */
export async function grantMembership(db: Db, asked: Membership & { readonly rights: Right } & Doer): Promise<void> {
  await db.write(async (tx) => {
    const subject = await subjectOf(tx, asked);
    await putMembership(tx, asked);
    await announceRevocation(tx);
    const { userKey, rights } = asked;
    await logChange(tx, [asked.customerNo], asked, {
      kind: 'membership.granted',
      subject,
      operation: 'dray membership grant',
      data: { userKey, rights },
    });
  });
}

/** A user may no longer act for a customer, within a second anywhere. Throws `StartRefused` when it does not. */
export async function revokeMembership(db: Db, asked: Membership & Doer): Promise<void> {
  await db.write(async (tx) => {
    const subject = await subjectOf(tx, asked);
    const { customerNo, userKey } = asked;
    const gone = await tx.rows('delete from memberships where customer_no = $1 and user_key = $2 returning user_key', [
      customerNo,
      userKey,
    ]);
    if (gone.length === 0) throw new StartRefused(`UserKey ${userKey} does not act for customer ${customerNo}`);
    await announceRevocation(tx);
    await logChange(tx, [customerNo], asked, {
      kind: 'membership.revoked',
      subject,
      operation: 'dray membership revoke',
      data: { userKey },
    });
  });
}

export interface ListedMembership {
  readonly userKey: string;
  /** Who the user is. */
  readonly partner: string;
  readonly rights: Right;
}

/** Who may act for a customer, by user. */
export async function listMemberships(reader: Reader, customerNo: string): Promise<ListedMembership[]> {
  const rows = await reader.rows<{ user_key: string; partner: string; rights: Right }>(
    `select m.user_key, u.partner, m.rights from memberships m join api_users u using (user_key)
      where m.customer_no = $1 order by m.user_key`,
    [customerNo],
  );
  return rows.map(({ user_key, partner, rights }) => ({ userKey: user_key, partner, rights }));
}

/** The customer's own subject in the log. */
async function subjectOf(tx: Tx, { customerNo, userKey }: Membership): Promise<string> {
  await lockUser(tx, userKey);
  return demandCustomer(tx, customerNo);
}
