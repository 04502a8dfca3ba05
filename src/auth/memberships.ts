/** Memberships: the customers for which a user may act, and with which right (decision 7). */

import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import { notFoundError } from '../platform/errors.ts';
import type { AccessRight } from '../platform/http/authenticator.ts';
import {
  type AdministrationActor,
  lockCustomerAndReadLogSubject,
  lockUserAndListCustomers,
  logAdministeredChange,
} from './administered-change.ts';
import { notifyRevocation } from './revocations.ts';

type MembershipName = { readonly customerNo: string; readonly userKey: string };

type Membership = MembershipName & { readonly rights: AccessRight };

const insert = 'insert into memberships (customer_no, user_key, rights) values ($1, $2, $3)';

/** Writes a membership of a new user. The customer exists. */
export async function insertMembership(tx: Tx, { customerNo, userKey, rights }: Membership): Promise<void> {
  await tx.rows(insert, [customerNo, userKey, rights]);
}

/** Writes a membership, or changes its rights. User and customer exist. */
export async function upsertMembership(tx: Tx, { customerNo, userKey, rights }: Membership): Promise<void> {
  await tx.rows(
    `${insert}
         on conflict (customer_no, user_key) do update set rights = excluded.rights`,
    [customerNo, userKey, rights],
  );
}

/**
 * Grants an existing user a right for a customer, or changes it; `write` includes `read`. Every process applies it within a
 * second. Throws `NotFound` when the user or the customer does not exist.
 */
export async function grantMembership(
  db: Db,
  input: MembershipName & { readonly rights: AccessRight } & AdministrationActor & {
      /** Checks the rights that the change finds, under a lock. Throws to reject it. */
      readonly check?: (tx: Tx, before: AccessRight | undefined) => Promise<void>;
    },
): Promise<void> {
  await db.write(async (tx) => {
    const subject = await subjectOf(tx, input);
    if (input.check !== undefined) await input.check(tx, await readMembershipRights(tx, input));
    await upsertMembership(tx, input);
    await notifyRevocation(tx);
    const { userKey, rights } = input;
    await logAdministeredChange(tx, [input.customerNo], input, {
      kind: 'membership.granted',
      subject,
      name: input.userKey,
      operation: 'dray membership grant',
      data: { userKey, rights },
    });
  });
}

/** The rights of a user for a customer; undefined without any. The caller has locked the user, as every change of its memberships does. */
export async function readMembershipRights(
  tx: Tx,
  { customerNo, userKey }: MembershipName,
): Promise<AccessRight | undefined> {
  const [row] = await tx.rows<{ rights: AccessRight }>(
    'select rights from memberships where customer_no = $1 and user_key = $2',
    [customerNo, userKey],
  );
  return row?.rights;
}

/** Revokes a membership; every process applies it within a second. Throws `NotFound` when it does not exist. */
export async function revokeMembership(db: Db, input: MembershipName & AdministrationActor): Promise<void> {
  await db.write(async (tx) => {
    const subject = await subjectOf(tx, input);
    const { customerNo, userKey } = input;
    const deleted = await tx.rows(
      'delete from memberships where customer_no = $1 and user_key = $2 returning user_key',
      [customerNo, userKey],
    );
    if (deleted.length === 0) throw notFoundError(`UserKey ${userKey} does not act for customer ${customerNo}.`);
    await notifyRevocation(tx);
    await logAdministeredChange(tx, [customerNo], input, {
      kind: 'membership.revoked',
      subject,
      name: userKey,
      operation: 'dray membership revoke',
      data: { userKey },
    });
  });
}

interface ListedMembership {
  readonly userKey: string;
  /** The author of the program that calls as this user. */
  readonly partner: string;
  readonly rights: AccessRight;
}

/** Lists the memberships of a customer, by user. */
export async function listMemberships(reader: DbReader, customerNo: string): Promise<ListedMembership[]> {
  const rows = await reader.rows<{ user_key: string; partner: string; rights: AccessRight }>(
    `select m.user_key, u.partner, m.rights from memberships m join api_users u using (user_key)
      where m.customer_no = $1 order by m.user_key`,
    [customerNo],
  );
  return rows.map(({ user_key, partner, rights }) => ({ userKey: user_key, partner, rights }));
}

/** Returns the customer's subject in the log, and locks the user, in the order in which a new customer writes both. */
async function subjectOf(tx: Tx, { customerNo, userKey }: MembershipName): Promise<string> {
  const subject = await lockCustomerAndReadLogSubject(tx, customerNo);
  await lockUserAndListCustomers(tx, userKey);
  return subject;
}
