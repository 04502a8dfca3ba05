/** SQL of operators; sessions, second factors and `sign-in.ts` have their own. E-mail addresses are stored in lower case. */
import type { DbReader, Tx } from '../platform/db/db.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';

export interface StoredOperator {
  readonly operatorId: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly warehouses: readonly string[];
  readonly isStation: boolean;
  /** Undefined: cannot sign in. */
  readonly passwordHash: string | undefined;
  readonly badge: string | undefined;
  readonly pinHash: string | undefined;
  readonly hasTotp: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: Temporal.Instant;
}

/** The audit record of an operator's settings, from which the version of the operator is computed. */
export const operatorAuditRecord = ({
  role,
  warehouses,
  badge,
}: Pick<StoredOperator, 'role' | 'warehouses' | 'badge'>): Readonly<Record<string, unknown>> => ({
  Role: role,
  Warehouses: warehouses,
  Badge: badge ?? null,
});

interface OperatorRow {
  readonly operator_id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly warehouses: string[];
  readonly is_station: boolean;
  readonly password_hash: string | null;
  readonly badge: string | null;
  readonly pin_hash: string | null;
  readonly has_totp: boolean;
  readonly is_disabled: boolean;
  readonly created_at: Temporal.Instant;
}

const columns = `operator_id, email, role, warehouses, is_station, password_hash, badge, pin_hash,
  totp_confirmed_at is not null as has_totp, disabled_at is not null as is_disabled, created_at`;

const fromRow = (row: OperatorRow): StoredOperator => ({
  operatorId: row.operator_id,
  email: row.email,
  role: row.role,
  warehouses: row.warehouses,
  isStation: row.is_station,
  passwordHash: row.password_hash ?? undefined,
  badge: row.badge ?? undefined,
  pinHash: row.pin_hash ?? undefined,
  hasTotp: row.has_totp,
  isDisabled: row.is_disabled,
  createdAt: row.created_at,
});

/** The form in which e-mail addresses are stored and compared. Pure. */
export function normalizeEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** Finds an operator by e-mail, also a disabled one. */
export async function findOperatorByEmail(reader: DbReader, email: string): Promise<StoredOperator | undefined> {
  const [row] = await reader.rows<OperatorRow>(`select ${columns} from operators where email = $1`, [
    normalizeEmail(email),
  ]);
  return row && fromRow(row);
}

/**
 * Finds an operator by badge, also a disabled one: by exactly this badge, otherwise by the only one that differs in letter case, which
 * Caps Lock turns at a scanner, or in the symbology identifier that an earlier version stored.
 */
export async function findOperatorByBadge(reader: DbReader, badge: string): Promise<StoredOperator | undefined> {
  const rows = await reader.rows<OperatorRow>(
    `select ${columns} from operators
      where lower(regexp_replace(badge, '^\\][A-Za-z][0-9A-Za-z](?=.)', '')) = lower($1)
      order by badge = $1 desc, badge limit 2`,
    [badge],
  );
  const [first] = rows;
  return first !== undefined && (first.badge === badge || rows.length === 1) ? fromRow(first) : undefined;
}

/** Reads an operator under a lock, so that changes to it are serialized; undefined when there is none. */
export async function lockOperator(
  tx: Tx,
  by: { readonly email: string } | { readonly operatorId: string },
): Promise<StoredOperator | undefined> {
  const condition = 'email' in by ? 'email = $1' : 'operator_id = $1::uuid';
  const [row] = await tx.rows<OperatorRow>(`select ${columns} from operators where ${condition} for no key update`, [
    'email' in by ? normalizeEmail(by.email) : by.operatorId,
  ]);
  return row && fromRow(row);
}

/** Locks the admins that are not disabled, in the order of their ids, and returns the ids. */
export async function lockEnabledAdmins(tx: Tx): Promise<readonly string[]> {
  const rows = await tx.rows<{ operator_id: string }>(
    `select operator_id from operators where role = 'admin' and disabled_at is null order by operator_id
        for no key update`,
  );
  return rows.map(({ operator_id }) => operator_id);
}

interface NewOperatorRow {
  readonly operatorId: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly warehouses: readonly string[];
  readonly isStation: boolean;
  readonly passwordHash: string | undefined;
  readonly badge?: string | undefined;
  readonly pinHash?: string | undefined;
}

/** Inserts an operator. Returns false when the e-mail or the badge is taken. */
export async function insertOperator(tx: Tx, operator: NewOperatorRow): Promise<boolean> {
  const rows = await tx.rows(
    `insert into operators (operator_id, email, role, warehouses, is_station, password_hash, badge, pin_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning 1`,
    [
      operator.operatorId,
      normalizeEmail(operator.email),
      operator.role,
      operator.warehouses,
      operator.isStation,
      operator.passwordHash ?? null,
      operator.badge ?? null,
      operator.pinHash ?? null,
    ],
  );
  return rows.length > 0;
}

type OperatorRowChange = Pick<StoredOperator, 'role' | 'warehouses' | 'badge' | 'pinHash'>;

/** Sets these columns of an operator. The badge must be free. */
export async function updateOperatorRow(tx: Tx, operatorId: string, change: OperatorRowChange): Promise<void> {
  await tx.rows('update operators set role = $2, warehouses = $3, badge = $4, pin_hash = $5 where operator_id = $1', [
    operatorId,
    change.role,
    change.warehouses,
    change.badge ?? null,
    change.pinHash ?? null,
  ]);
}

export async function updateOperatorDisabled(tx: Tx, operatorId: string, isDisabled: boolean): Promise<void> {
  await tx.rows(`update operators set disabled_at = case when $2 then now() end where operator_id = $1`, [
    operatorId,
    isDisabled,
  ]);
}

export async function updateOperatorPasswordHash(tx: Tx, operatorId: string, passwordHash: string): Promise<void> {
  await tx.rows('update operators set password_hash = $2, password_changed_at = now() where operator_id = $1', [
    operatorId,
    passwordHash,
  ]);
}

interface OperatorFilter {
  readonly roles: readonly OperatorRole[];
  /** Part of the e-mail. */
  readonly text: string;
  readonly includeDisabled: boolean;
}

/** Operators by e-mail, after `after`, at most `limit`. */
export async function listOperators(
  reader: DbReader,
  filter: OperatorFilter,
  after: string,
  limit: number,
): Promise<StoredOperator[]> {
  const rows = await reader.rows<OperatorRow>(
    `select ${columns} from operators where ${matchesFilter} and email > $4 order by email limit $5`,
    [...filterValues(filter), after, limit],
  );
  return rows.map(fromRow);
}

/** The number of operators that match, at most `limit`. */
export async function countOperators(reader: DbReader, filter: OperatorFilter, limit: number): Promise<number> {
  const [row] = await reader.rows<{ count: number }>(
    `select count(*)::int as count from (select 1 from operators where ${matchesFilter} limit $4) as found`,
    [...filterValues(filter), limit],
  );
  return row?.count ?? 0;
}

const matchesFilter = `(cardinality($1::text[]) = 0 or role = any ($1)) and strpos(email, $2) > 0
  and ($3 or disabled_at is null)`;

const filterValues = ({ roles, text, includeDisabled }: OperatorFilter) => [
  roles,
  normalizeEmail(text),
  includeDisabled,
];
