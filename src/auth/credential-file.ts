/**
 * Reads a CSV file of pairs of UserKey and Password that partners have been using with another system. Pure. No fault
 * quotes a value, because columns may be exchanged.
 */
import { type CsvRowFault, CsvTableError, type CsvTableRow, parseCsvTable } from '../lib/csv-table.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import type { AccessRight } from '../platform/http/authenticator.ts';
import {
  isWellFormedCredential,
  isWellFormedCustomerNo,
  isWellFormedUserKey,
  mayBeImportedPassword,
} from './credential-format.ts';

/** A row of the file, checked. */
export interface CredentialFileRow {
  readonly line: number;
  readonly customerNo: string;
  readonly userKey: string;
  readonly password: string;
  /** The customer is created under this name where it does not exist; `''`: it must exist. */
  readonly customerName: string;
  /** Whose program calls as this user. */
  readonly partner: string;
  /** Undefined: those that the user has, or `write`. */
  readonly rights: AccessRight | undefined;
}

const required = ['customer_no', 'user_key', 'password'] as const;
const optional = ['customer_name', 'partner', 'rights'] as const;
type Column = (typeof required)[number] | (typeof optional)[number];

/**
 * Reads the file. Rows with faults are left out.
 * @throws CsvTableError when the file as a whole cannot be used
 */
export function parseCredentialFile(
  text: string,
  environment: EnvironmentName,
): { readonly rows: readonly CredentialFileRow[]; readonly faults: readonly CsvRowFault[] } {
  const table = parseTable(text);
  const faults: CsvRowFault[] = [...table.faults];
  const rows: CredentialFileRow[] = [];
  for (const row of table.rows) {
    const found = rowFaults(row, environment);
    faults.push(...found);
    if (found.length > 0) continue;
    const { line, value } = row;
    rows.push({
      line,
      customerNo: value('customer_no'),
      userKey: value('user_key'),
      password: value('password'),
      customerName: value('customer_name'),
      partner: value('partner'),
      rights: rightsOf(value('rights')),
    });
  }
  return { rows, faults };
}

/** Checked before. */
const rightsOf = (text: string) => (text === '' ? undefined : (text.toLowerCase() as AccessRight));

function parseTable(text: string) {
  try {
    return parseCsvTable<Column>(text, { required, optional });
  } catch (cause) {
    if (!(cause instanceof CsvTableError)) throw cause;
    // Its message quotes the header, which in a file without one contains the first password.
    throw new CsvTableError(
      `the file must be CSV with commas and closed quotes, and its first line must name the columns ${required.join(', ')} and, if wanted, ${optional.join(', ')}`,
    );
  }
}

function rowFaults({ line, value }: CsvTableRow<Column>, environment: EnvironmentName): CsvRowFault[] {
  const faults: CsvRowFault[] = [];
  const check = (column: Column, holds: boolean, message: string): void => {
    if (!holds) faults.push({ line, column, message });
  };
  check(
    'customer_no',
    isWellFormedCustomerNo(value('customer_no')),
    'must be 1 to 30 letters, digits, ".", "_" or "-", beginning with a letter or digit',
  );
  check('user_key', isWellFormedUserKey(value('user_key')), 'must be 1 to 100 visible ASCII characters without spaces');
  const password = value('password');
  check(
    'password',
    mayBeImportedPassword(password) || isWellFormedCredential(password, 'password', environment),
    'must be 8 to 200 printable characters, and no password that was generated for the other environment',
  );
  for (const column of ['customer_name', 'partner'] as const) {
    const isPrintable = !/\p{Cc}/u.test(value(column));
    check(column, value(column).length <= 200 && isPrintable, 'must be at most 200 printable characters');
  }
  check('rights', ['', 'read', 'write'].includes(value('rights').toLowerCase()), 'must be read or write');
  return faults;
}
