/**
 * Imports pairs of UserKey and Password that partners already use, so that their programs need no change
 * (docs/switching-over.md). Passwords are stored as an HMAC like generated ones, and never printed or logged.
 */
import type { CsvRowFault } from '../lib/csv-table.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import { type AdministrationActor, lockUser, logAdministeredChange } from './administration.ts';
import type { CredentialFileRow } from './credential-file.ts';
import type { TokenPolicy } from './customer.ts';
import { insertCustomer } from './customers.ts';
import { readRights, upsertMembership } from './memberships.ts';
import { readValidPasswordHashes, storePassword } from './passwords.ts';
import { notifyRevocation } from './revocations.ts';
import { type CredentialSecrets, hashCredential } from './secrets.ts';

export interface CredentialImportResult {
  readonly imported: number;
  /** Rows whose password and membership existed already, with these rights. */
  readonly unchanged: number;
  readonly customersCreated: number;
  /** By line. */
  readonly faults: readonly CsvRowFault[];
}

/**
 * Stores the pairs in one transaction and grants their users the rights, or those that they have where a row names none; with `tokenPolicy` it also sets that of their
 * customers. Idempotent. A second password of a user is added beside the first, as in a rotation; a third is a fault, and so
 * is a customer that does not exist and has no name in the file. Every process applies it within a second.
 */
export async function importCredentials(
  db: Db,
  secrets: CredentialSecrets,
  input: { readonly rows: readonly CredentialFileRow[]; readonly tokenPolicy?: TokenPolicy } & AdministrationActor,
): Promise<CredentialImportResult> {
  return db.write(
    async (tx) => {
      const faults: CsvRowFault[] = [];
      const counts = { imported: 0, unchanged: 0, customersCreated: 0 };
      const customers = new Set<string>();
      for (const row of input.rows) {
        // Before its customer is created, and its token policy set: a row with a fault changes nothing.
        if (await hasTwoOtherPasswords(tx, secrets, row)) {
          faults.push(twoPasswordsFault(row));
          continue;
        }
        const customer = await ensureCustomer(tx, row, input);
        if (customer === 'missing') {
          const message = 'does not exist: create it first, or give its name in the column customer_name';
          faults.push({ line: row.line, column: 'customer_no', message });
          continue;
        }
        if (customer === 'created') counts.customersCreated += 1;
        customers.add(row.customerNo);
        const outcome = await importPair(tx, secrets, row, input);
        if (outcome === 'full') faults.push(twoPasswordsFault(row));
        else counts[outcome] += 1;
      }
      if (input.tokenPolicy !== undefined) await setTokenPolicies(tx, [...customers], input.tokenPolicy, input);
      await notifyRevocation(tx);
      return { ...counts, faults };
    },
    { longRunning: true },
  );
}

const twoPasswordsFault = ({ line }: CredentialFileRow): CsvRowFault => ({
  line,
  column: 'user_key',
  message: 'has two valid passwords already: revoke one with "dray password revoke"',
});

/** Whether the user of a row has two valid passwords, none of them that of the row. Locks the user. */
async function hasTwoOtherPasswords(
  tx: Tx,
  secrets: CredentialSecrets,
  { userKey, password }: CredentialFileRow,
): Promise<boolean> {
  await tx.rows('select 1 from api_users where user_key = $1 for no key update', [userKey]);
  const valid = await readValidPasswordHashes(tx, userKey);
  return valid.length >= 2 && !valid.some((known) => known.equals(hashCredential(secrets, password)));
}

const operation = 'dray customer import-credentials';

async function ensureCustomer(
  tx: Tx,
  { customerNo, customerName, userKey }: CredentialFileRow,
  { tokenPolicy, ...actor }: AdministrationActor & { readonly tokenPolicy?: TokenPolicy },
): Promise<'found' | 'created' | 'missing'> {
  const found = await tx.rows('select 1 from customers where customer_no = $1 for key share', [customerNo]);
  if (found.length > 0) return 'found';
  if (customerName === '') return 'missing';
  const reference = await insertCustomer(tx, { customerNo, name: customerName, ...(tokenPolicy && { tokenPolicy }) });
  if (reference === undefined) return 'found';
  const created = { kind: 'customer.created', subject: reference, reference, operation, data: { userKey } };
  await logAdministeredChange(tx, [customerNo], actor, created);
  return 'created';
}

/** Sets the token policy of these customers, and logs it for those that had another one. */
async function setTokenPolicies(
  tx: Tx,
  customerNos: readonly string[],
  tokenPolicy: TokenPolicy,
  actor: AdministrationActor,
): Promise<void> {
  const others = await tx.rows<{ customer_no: string; reference: string; token_policy: TokenPolicy | null }>(
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
  { customerNo, userKey, password, partner, customerName, rights }: CredentialFileRow,
  actor: AdministrationActor,
): Promise<'imported' | 'unchanged' | 'full'> {
  await tx.rows('insert into api_users (user_key, partner) values ($1, $2) on conflict do nothing', [
    userKey,
    partner || customerName || userKey,
  ]);
  await lockUser(tx, userKey);
  const valid = await readValidPasswordHashes(tx, userKey);
  const hash = hashCredential(secrets, password);
  const isKnown = valid.some((known) => known.equals(hash));
  if (!isKnown && valid.length >= 2) return 'full';
  const before = await readRights(tx, { customerNo, userKey });
  const granted = rights ?? before ?? 'write';
  const isGranted = granted !== before;
  if (isGranted) await upsertMembership(tx, { customerNo, userKey, rights: granted });
  const log = (kind: string, subject: string, data: Readonly<Record<string, string>>) =>
    logAdministeredChange(tx, [customerNo], actor, { kind, subject, operation, data: { userKey, ...data } });
  const [customer] = await tx.rows<{ reference: string }>('select reference from customers where customer_no = $1', [
    customerNo,
  ]);
  if (isGranted && customer !== undefined) await log('membership.granted', customer.reference, { rights: granted });
  if (isKnown) return isGranted ? 'imported' : 'unchanged';
  await log('password.created', await storePassword(tx, secrets, userKey, password), {});
  return 'imported';
}
