/**
 * Imports pairs of UserKey and Password that partners already use, so that their programs need no change
 * (docs/switching-over.md). Passwords are stored as an HMAC like generated ones, and never printed or logged.
 */
import type { CsvRowFault } from '../lib/csv-table.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type AdministrationActor, lockUserAndListCustomers, logAdministeredChange } from './administered-change.ts';
import type { CredentialFileRow } from './credential-file.ts';
import type { AccessTokenRequirement } from './customer.ts';
import { insertCustomer } from './customers.ts';
import { readMembershipRights, upsertMembership } from './memberships.ts';
import { readPasswordHashes, storePassword } from './passwords.ts';
import { notifyRevocation } from './revocations.ts';
import { type CredentialSecrets, hashCredential } from './secrets.ts';

interface CredentialImport extends AdministrationActor {
  readonly rows: readonly CredentialFileRow[];
  readonly tokenPolicy?: AccessTokenRequirement;
  /** Whether the right of a user to act for a customer was ever revoked: by the audit, because months of the log are archived. */
  readonly hasRevocation: (tx: Tx, membership: { customerNo: string; userKey: string }) => Promise<boolean>;
}

interface CredentialImportResult {
  readonly imported: number;
  /** Rows whose password and membership existed already, with these rights. */
  readonly unchanged: number;
  readonly customersCreated: number;
  /** By line. */
  readonly faults: readonly CsvRowFault[];
}

/**
 * Stores the pairs in one transaction and grants their users the rights; where a row names none, those that they have, else
 * `write`. With `tokenPolicy` it also sets that of their customers. Idempotent. A second password of a user is added beside the first, as in a
 * rotation. Faults are a third one, one that was revoked, a valid one whose user had its right revoked, since an old file must
 * give neither back, and a customer that does not exist and has no name in the row. Every process applies it within a second.
 */
export async function importApiCredentials(
  db: Db,
  secrets: CredentialSecrets,
  input: CredentialImport,
): Promise<CredentialImportResult> {
  return db.write(
    async (tx) => {
      const faults: CsvRowFault[] = [];
      const counts = { imported: 0, unchanged: 0, customersCreated: 0 };
      const customers = new Set<string>();
      for (const row of input.rows) {
        if (row.customerName === '' && !(await customerExists(tx, row))) {
          const message = 'does not exist: create it first, or give its name in the column customer_name';
          faults.push({ line: row.line, column: 'customer_no', message });
          continue;
        }
        // Before its customer is created, and its token policy set: a row with a fault changes nothing.
        const password = await ensureUser(tx, secrets, row);
        if (password === 'revoked') {
          const message = 'was revoked: leave the row out, or create another password with "dray password rotate"';
          faults.push({ line: row.line, column: 'password', message });
          continue;
        }
        if (password === 'full') {
          const message = 'has two valid passwords already: revoke one with "dray password revoke"';
          faults.push({ line: row.line, column: 'user_key', message });
          continue;
        }
        if (password === 'known' && (await wasMembershipRevoked(tx, row, input))) {
          const message =
            'may no longer act for the customer: leave the row out, or permit it with "dray membership grant"';
          faults.push({ line: row.line, column: 'user_key', message });
          continue;
        }
        if (await createMissingCustomer(tx, row, input)) counts.customersCreated += 1;
        customers.add(row.customerNo);
        counts[await importPair(tx, secrets, row, password, input)] += 1;
      }
      if (input.tokenPolicy !== undefined) await setTokenPolicies(tx, [...customers], input.tokenPolicy, input);
      await notifyRevocation(tx);
      return { ...counts, faults };
    },
    { longRunning: true },
  );
}

const operation = 'dray customer import-credentials';

/** Locks it against removal. */
async function customerExists(tx: Tx, { customerNo }: CredentialFileRow): Promise<boolean> {
  return (await tx.rows('select 1 from customers where customer_no = $1 for key share', [customerNo])).length > 0;
}

/**
 * Writes and locks the user of a row. Returns whether its password is valid already; `revoked` when it was, and `full` when two others
 * are.
 */
async function ensureUser(
  tx: Tx,
  secrets: CredentialSecrets,
  { userKey, password, partner, customerName }: CredentialFileRow,
): Promise<'known' | 'new' | 'revoked' | 'full'> {
  await tx.rows('insert into api_users (user_key, partner) values ($1, $2) on conflict do nothing', [
    userKey,
    partner || customerName || userKey,
  ]);
  await lockUserAndListCustomers(tx, userKey);
  const stored = await readPasswordHashes(tx, userKey);
  const hash = hashCredential(secrets, password);
  const same = stored.filter((known) => known.hash.equals(hash));
  if (same.some(({ isRevoked }) => !isRevoked)) return 'known';
  if (same.length > 0) return 'revoked';
  return stored.filter(({ isRevoked }) => !isRevoked).length >= 2 ? 'full' : 'new';
}

/** Whether the user of a row acted for its customer until that was revoked. The caller has locked the user. */
const wasMembershipRevoked = async (tx: Tx, row: CredentialFileRow, input: CredentialImport): Promise<boolean> =>
  (await readMembershipRights(tx, row)) === undefined && (await input.hasRevocation(tx, row));

/** Creates the customer of a row where it does not exist, and returns whether it did. */
async function createMissingCustomer(
  tx: Tx,
  { customerNo, customerName, userKey }: CredentialFileRow,
  { tokenPolicy, ...actor }: AdministrationActor & { readonly tokenPolicy?: AccessTokenRequirement },
): Promise<boolean> {
  // The caller has checked that the customer of a row without a name exists.
  if (customerName === '') return false;
  const reference = await insertCustomer(tx, { customerNo, name: customerName, ...(tokenPolicy && { tokenPolicy }) });
  if (reference === undefined) return false;
  const logged = { kind: 'customer.created', subject: reference, name: customerNo, reference, operation };
  await logAdministeredChange(tx, [customerNo], actor, { ...logged, data: { userKey } });
  return true;
}

/** Sets the token policy of these customers, and logs it for those that had another one. */
async function setTokenPolicies(
  tx: Tx,
  customerNos: readonly string[],
  tokenPolicy: AccessTokenRequirement,
  actor: AdministrationActor,
): Promise<void> {
  const others = await tx.rows<{ customer_no: string; reference: string; token_policy: AccessTokenRequirement | null }>(
    `select customer_no, reference, token_policy from customers
      where customer_no = any ($1::text[]) and token_policy is distinct from $2 order by customer_no for no key update`,
    [customerNos, tokenPolicy],
  );
  await tx.rows('update customers set token_policy = $2 where customer_no = any ($1::text[])', [
    others.map((each) => each.customer_no),
    tokenPolicy,
  ]);
  for (const { customer_no: name, reference: subject, token_policy: before } of others) {
    const values = { before: { tokenPolicy: before }, data: { tokenPolicy } };
    await logAdministeredChange(tx, [name], actor, { kind: 'customer.changed', subject, name, operation, ...values });
  }
}

async function importPair(
  tx: Tx,
  secrets: CredentialSecrets,
  { customerNo, userKey, password, rights }: CredentialFileRow,
  state: 'known' | 'new',
  actor: AdministrationActor,
): Promise<'imported' | 'unchanged'> {
  const before = await readMembershipRights(tx, { customerNo, userKey });
  const granted = rights ?? before ?? 'write';
  const isGranted = granted !== before;
  if (isGranted) await upsertMembership(tx, { customerNo, userKey, rights: granted });
  const [customer] = await tx.rows<{ reference: string }>('select reference from customers where customer_no = $1', [
    customerNo,
  ]);
  if (isGranted && customer !== undefined) {
    const logged = { kind: 'membership.granted', subject: customer.reference, name: userKey, operation };
    await logAdministeredChange(tx, [customerNo], actor, { ...logged, data: { userKey, rights: granted } });
  }
  if (state === 'known') return isGranted ? 'imported' : 'unchanged';
  const subject = await storePassword(tx, secrets, userKey, password);
  const logged = { kind: 'password.created', subject, operation, data: { userKey } };
  await logAdministeredChange(tx, [customerNo], actor, logged);
  return 'imported';
}
