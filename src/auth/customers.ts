/** Customers: creates them with everything that a first call needs, lists and changes them. */
import { assertPresent } from '../lib/assert.ts';
import { uuidv7 } from '../lib/uuid.ts';
import type { Db, DbReader, Tx } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { AppError, type Fault, refuseFaults } from '../platform/errors.ts';
import {
  type AdministrationActor,
  lockCustomerAndReadLogSubject,
  logAdministeredChange,
} from './administered-change.ts';
import { generateUserKey, isWellFormedCustomerNo } from './credential-format.ts';
import type { AccessTokenRequirement, Customer, CustomerPreferences, CustomerRow } from './customer.ts';
import { insertMembership } from './memberships.ts';
import { issuePassword } from './passwords.ts';
import type { RateLimitOverrides } from './rate-limits.ts';
import { notifyRevocation } from './revocations.ts';
import type { CredentialSecrets } from './secrets.ts';
import { issueToken } from './tokens.ts';

interface NewCustomer extends AdministrationActor {
  readonly environment: EnvironmentName;
  readonly customerNo: string;
  readonly name: string;
  readonly preferences?: CustomerPreferences;
  readonly rateLimits?: RateLimitOverrides;
  readonly tokenPolicy?: AccessTokenRequirement;
}

/** The credentials of a new customer. They are shown only once. */
export interface NewCustomerCredentials {
  readonly customerNo: string;
  readonly userKey: string;
  readonly password: string;
  /** Long-lived. */
  readonly accessToken: string;
  /** Names the token, to list and revoke it. */
  readonly tokenId: string;
}

/**
 * Creates a customer with its clock and commit counter, a user that may read and write for it, a password and a
 * long-lived token, in one transaction. Throws `ValidationFailed`: the number, the name or a limit is malformed;
 * `DuplicateCustomer`: the customer exists.
 */
export async function createCustomer(
  db: Db,
  secrets: CredentialSecrets,
  input: NewCustomer,
): Promise<NewCustomerCredentials> {
  const { environment, customerNo } = input;
  const name = input.name.trim();
  if (!isWellFormedCustomerNo(customerNo)) {
    const rule = 'must be 1 to 30 letters, digits, ".", "_" or "-", beginning with a letter or digit';
    throw invalid({ field: 'CustomerNo', code: 'Format', message: `${rule}, not ${JSON.stringify(customerNo)}` });
  }
  checkName(name);
  checkLimits(input.rateLimits);
  return db.write(async (tx) => {
    const reference = await insertCustomer(tx, { ...input, name });
    if (reference === undefined) {
      const reason = `Customer ${customerNo} exists already in ${environment}.`;
      throw new AppError({ code: 'DuplicateCustomer', reason });
    }
    const userKey = generateUserKey(environment);
    await tx.rows('insert into api_users (user_key, partner) values ($1, $2)', [userKey, name]);
    await insertMembership(tx, { customerNo, userKey, rights: 'write' });
    const operation = 'dray customer create';
    await logAdministeredChange(tx, [customerNo], input, {
      kind: 'customer.created',
      subject: reference,
      name: customerNo,
      reference,
      operation,
      data: { userKey },
    });
    const { password } = await issuePassword(tx, secrets, { environment, userKey });
    const { accessToken, tokenId } = await issueToken(tx, secrets, input, { operation, reference });
    return { customerNo, userKey, password, accessToken, tokenId };
  });
}

/**
 * Writes a customer with its clock and commit counter. Returns its subject in the log; undefined when it exists. One that another
 * transaction creates meanwhile fails the insert, and the transaction runs again: on a cluster `on conflict` would let one
 * transaction at a time write the copied table.
 */
export async function insertCustomer(
  tx: Tx,
  input: Pick<NewCustomer, 'customerNo' | 'name' | 'preferences' | 'rateLimits' | 'tokenPolicy' | 'reference'>,
): Promise<string | undefined> {
  const { customerNo, name, preferences = {}, rateLimits = {}, tokenPolicy = null } = input;
  const reference = input.reference ?? uuidv7();
  const found = await tx.rows('select 1 from customers where customer_no = $1', [customerNo]);
  if (found.length > 0) return undefined;
  await tx.rows(
    `insert into customers (customer_no, name, preferences, rate_limits, token_policy, reference)
     values ($1, $2, $3, $4, $5, $6)`,
    [customerNo, name, JSON.stringify(preferences), JSON.stringify(rateLimits), tokenPolicy, reference],
  );
  await tx.rows('insert into commit_counters (customer_no) values ($1)', [customerNo]);
  await tx.rows('insert into customer_clocks (customer_no) values ($1)', [customerNo]);
  return reference;
}

/**
 * A new value, or a function that makes it of the current one, which is locked until the change is committed. The
 * function may throw.
 */
type Edit<Value> = Value | ((current: Value) => Value);

interface CustomerChange extends AdministrationActor {
  readonly customerNo: string;
  readonly name?: string;
  /** Replaces all preferences. */
  readonly preferences?: Edit<CustomerPreferences>;
  /** Replaces all overrides; without an override the limit of the deployment applies. */
  readonly rateLimits?: Edit<RateLimitOverrides>;
  /** `null` restores that of the deployment. */
  readonly tokenPolicy?: AccessTokenRequirement | null;
  /** Checks the settings that the change finds, under their lock. Throws to reject it. */
  readonly check?: (tx: Tx, before: CustomerSettings) => Promise<void>;
}

/**
 * Changes the given fields; every process applies them within a second. Throws `ValidationFailed`: the name or a limit is
 * malformed; `NotFound`: the customer does not exist.
 */
export async function updateCustomer(db: Db, input: CustomerChange): Promise<void> {
  const { customerNo, tokenPolicy } = input;
  const name = input.name?.trim();
  if (name !== undefined) checkName(name);
  await db.write(async (tx) => {
    const subject = await lockCustomerAndReadLogSubject(tx, customerNo);
    await tx.rows('select 1 from customers where customer_no = $1 for no key update', [customerNo]);
    const before = assertPresent(await readCustomerSettings(tx, customerNo), 'the settings of a customer');
    await input.check?.(tx, before);
    const preferences = edited(input.preferences, before.preferences);
    const rateLimits = edited(input.rateLimits, before.rateLimits);
    checkLimits(rateLimits);
    const after = { ...input, name, preferences, rateLimits };
    await tx.rows(
      `update customers set name = coalesce($2, name), preferences = coalesce($3::jsonb, preferences),
                            rate_limits = coalesce($4::jsonb, rate_limits),
                            token_policy = case when $5 then $6 else token_policy end
        where customer_no = $1`,
      [
        customerNo,
        name ?? null,
        preferences === undefined ? null : JSON.stringify(preferences),
        rateLimits === undefined ? null : JSON.stringify(rateLimits),
        tokenPolicy !== undefined,
        tokenPolicy ?? null,
      ],
    );
    await notifyRevocation(tx);
    await logAdministeredChange(tx, [customerNo], input, {
      kind: 'customer.changed',
      subject,
      name: customerNo,
      operation: 'dray customer update',
      before: changedSettings(before, input),
      after: changedSettings(after, input),
      data: {
        ...(preferences && { preferences }),
        ...(rateLimits && { rateLimits }),
        ...(tokenPolicy !== undefined && { tokenPolicy }),
      },
    });
  });
}

const edited = <Value>(edit: Edit<Value> | undefined, current: Value): Value | undefined =>
  typeof edit === 'function' ? (edit as (current: Value) => Value)(current) : edit;

export interface CustomerSettings extends Customer {
  readonly rateLimits: RateLimitOverrides;
  /** Absent: that of the deployment. */
  readonly tokenPolicy?: AccessTokenRequirement;
}

/** The settings that a change affects. */
const changedSettings = (
  settings: Pick<CustomerChange, 'tokenPolicy'> & {
    readonly [Name in 'name' | 'preferences' | 'rateLimits']?: unknown;
  },
  change: CustomerChange,
) => ({
  ...(change.name !== undefined && { name: settings.name }),
  ...(change.preferences && { preferences: settings.preferences }),
  ...(change.rateLimits && { rateLimits: settings.rateLimits }),
  ...(change.tokenPolicy !== undefined && { tokenPolicy: settings.tokenPolicy ?? null }),
});

/** Returns the current values of what `updateCustomer` changes; undefined when the customer does not exist. */
export async function readCustomerSettings(
  reader: DbReader,
  customerNo: string,
): Promise<CustomerSettings | undefined> {
  const [row] = await reader.rows<CustomerRow>(
    'select customer_no, name, preferences, rate_limits, token_policy from customers where customer_no = $1',
    [customerNo],
  );
  if (row === undefined) return undefined;
  const { name, preferences, rate_limits: rateLimits, token_policy: tokenPolicy } = row;
  return { customerNo, name, preferences, rateLimits, ...(tokenPolicy !== null && { tokenPolicy }) };
}

interface ListedCustomer extends Customer {
  /** Undefined: that of the deployment. */
  readonly tokenPolicy: AccessTokenRequirement | undefined;
  readonly createdAt: Temporal.Instant;
  readonly userKeys: readonly string[];
}

/** Selects the customers whose number and name, joined by a space, contain a text, in any letter case; '' for all. */
const containsText = `($2 = '' or position(lower($2) in lower(c.customer_no || ' ' || c.name)) > 0)`;

/** The `limit` with which `listCustomers` returns all customers: for lists and checks that must not leave one out. */
export const allCustomersLimit = 2 ** 31 - 1;

/** Lists customers by number, after `after`, at most `limit`. With `text` only those that `containsText` selects. */
export async function listCustomers(
  reader: DbReader,
  {
    after = '',
    text = '',
    limit = 10_000,
  }: { readonly after?: string; readonly text?: string; readonly limit?: number } = {},
): Promise<ListedCustomer[]> {
  const rows = await reader.rows<CustomerRow & { created_at: Temporal.Instant; user_keys: string[] }>(
    `select c.customer_no, c.name, c.preferences, c.token_policy, c.created_at,
            array (select m.user_key from memberships m where m.customer_no = c.customer_no order by m.user_key) as user_keys
       from customers c where c.customer_no > $1 and ${containsText} order by c.customer_no limit $3`,
    [after, text, limit],
  );
  return rows.map((row) => ({
    customerNo: row.customer_no,
    name: row.name,
    preferences: row.preferences,
    tokenPolicy: row.token_policy ?? undefined,
    createdAt: row.created_at,
    userKeys: row.user_keys,
  }));
}

const invalid = (fault: Fault): AppError => new AppError(refuseFaults([fault]).refused);

/** How many customers contain `text` in their number or name, counted up to `limit`. */
export async function countCustomers(reader: DbReader, text: string, limit: number): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*) as count
       from (select 1 from customers c where c.customer_no > $1 and ${containsText} limit $3) found`,
    ['', text, limit],
  );
  return row?.count ?? 0;
}

function checkName(name: string): void {
  const printable = !/\p{Cc}/u.test(name) && name.isWellFormed();
  if (name.length < 1 || name.length > 200 || !printable) {
    throw invalid({ field: 'CustomerName', code: 'Format', message: 'must be 1 to 200 printable characters' });
  }
}

const limitFields: Readonly<Record<string, string>> = { requests: 'Requests', getDetails: 'GetDetails' };

function checkLimits(limits: RateLimitOverrides = {}): void {
  for (const [name, { perSecond, burst }] of Object.entries(limits)) {
    if (!(Number.isFinite(perSecond) && perSecond > 0 && Number.isInteger(burst) && burst >= 1)) {
      const message = 'must have a rate per second above 0 and a whole burst of at least 1';
      throw invalid({ field: `RateLimits.${limitFields[name] ?? name}`, code: 'Range', message });
    }
  }
}
