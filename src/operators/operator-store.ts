/** The SQL of operators. E-mail addresses are stored in lower case. */
import type { Reader, Tx } from '../platform/db/db.ts';
import type { Role } from '../platform/http/operator-operation.ts';

export interface StoredOperator {
  readonly operatorId: string;
  readonly email: string;
  readonly role: Role;
  readonly warehouses: readonly string[];
  readonly isStation: boolean;
  readonly passwordHash: string | undefined;
  readonly isDisabled: boolean;
}

interface OperatorRow {
  readonly operator_id: string;
  readonly email: string;
  readonly role: Role;
  readonly warehouses: string[];
  readonly is_station: boolean;
  readonly password_hash: string | null;
  readonly is_disabled: boolean;
}

const columns =
  'operator_id, email, role, warehouses, is_station, password_hash, disabled_at is not null as is_disabled';

const fromRow = (row: OperatorRow): StoredOperator => ({
  operatorId: row.operator_id,
  email: row.email,
  role: row.role,
  warehouses: row.warehouses,
  isStation: row.is_station,
  passwordHash: row.password_hash ?? undefined,
  isDisabled: row.is_disabled,
});

/** The form in which e-mail addresses are stored and compared. Pure. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Finds an operator by e-mail, also a disabled one. */
export async function findOperatorByEmail(reader: Reader, email: string): Promise<StoredOperator | undefined> {
  const [row] = await reader.rows<OperatorRow>(`select ${columns} from operators where email = $1`, [
    normalizeEmail(email),
  ]);
  return row && fromRow(row);
}

export interface NewOperator {
  readonly operatorId: string;
  readonly email: string;
  readonly role: Role;
  readonly warehouses: readonly string[];
  readonly isStation: boolean;
  /** Undefined: cannot sign in. */
  readonly passwordHash: string | undefined;
}

/** Inserts an operator. Returns false when the e-mail is taken. */
export async function insertOperator(tx: Tx, operator: NewOperator): Promise<boolean> {
  const rows = await tx.rows(
    `insert into operators (operator_id, email, role, warehouses, is_station, password_hash)
     values ($1, $2, $3, $4, $5, $6) on conflict (email) do nothing returning 1`,
    [
      operator.operatorId,
      normalizeEmail(operator.email),
      operator.role,
      operator.warehouses,
      operator.isStation,
      operator.passwordHash ?? null,
    ],
  );
  return rows.length > 0;
}
