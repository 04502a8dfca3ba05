/**
 * Many rows as parameters of one statement: an array for each column, in binary, and `unnest` to make rows of them again.
 *
 * A statement that joins a table of customers' data with a set also compares the table's `customer_no` with the set's
 * customers (`match`): where tables are distributed by customer, this finds the right nodes. Plain PostgreSQL is not sent that
 * comparison (`removeNodeFindingConditionsFromSql`): it would take a customer that is not in its statistics yet for one without rows, read all rows
 * of that customer, and look for the set's among them.
 */
import { copyScratchBytes, encodeColumnAsArray } from './binary.ts';
import { type Columns, columnName, type NewRowOf } from './columns.ts';

/** SQL text and parameters with which one statement gets many rows, as arrays (`unnest`). */
interface RowSetSql<C extends Columns> {
  /** `unnest($1::text[], …) as k (customer_no, …)`; `ordered` adds a column `nth`, counted from 1. */
  from(alias: string, options?: { readonly ordered?: boolean }): string;
  /**
   * The SQL condition by which a row of `table` matches a row of the set: their `columns`, by default all of the set,
   * are equal. For customers' data it also compares `customer_no` with one more parameter, which `values` fills; on plain
   * PostgreSQL only when `customerNo` is not among `columns`.
   */
  match(table: string, alias: string, columns?: readonly (keyof C)[]): string;
  /** The parameters of a statement that uses `from` and `match`. */
  values(rows: readonly NewRowOf<C>[]): unknown[];
  /** The parameters of a statement that uses `from` alone. */
  arrays(rows: readonly NewRowOf<C>[]): unknown[];
  /** The number of the first parameter that is free after `values`. */
  readonly nextParameter: number;
}

/** A set of rows with these columns; its parameters are the first of the statement. */
export function createRowSetSql<const C extends Columns>(columns: C): RowSetSql<C> {
  const properties = Object.keys(columns);
  const entries = properties.map((property) => [property, columns[property] as Columns[string]] as const);
  const isOfCustomers = 'customerNo' in columns;
  const names = properties.map((property) => columnName(columns, property));
  const parameters = entries.map(([, { elementType }], i) => `$${i + 1}::${elementType}[]`);
  const customersParameter = entries.length + 1;

  const arrays = (rows: readonly object[]): unknown[] =>
    entries.map(([property, type]) =>
      copyScratchBytes(
        encodeColumnAsArray(type, rows, (row) => (row as Readonly<Record<string, unknown>>)[property], 0),
      ),
    );

  return {
    from: (alias, { ordered = false } = {}) => {
      const list = ordered ? [...names, 'nth'] : names;
      return `unnest(${parameters.join(', ')})${ordered ? ' with ordinality' : ''} as ${alias} (${list.join(', ')})`;
    },
    match: (table, alias, matched = properties) => {
      const equal = matched.map((property) => {
        const name = columnName(columns, String(property));
        return `${table}.${name} = ${alias}.${name}`;
      });
      if (isOfCustomers) {
        const mark = matched.includes('customerNo') ? ` ${nodeConditionMark}` : '';
        equal.push(`${table}.customer_no = any ($${customersParameter}::text[])${mark}`);
      }
      return equal.join(' and ');
    },
    values: (rows) => (isOfCustomers ? [...arrays(rows), customersOf(rows)] : arrays(rows)),
    arrays,
    nextParameter: customersParameter + (isOfCustomers ? 1 : 0),
  };
}

/** Follows a comparison that only finds nodes. */
const nodeConditionMark = '/* finds the nodes */';
const nodeConditions = /\w+\.customer_no = any \((\$\d+::text\[\])\) \/\* finds the nodes \*\//g;
const withoutConditions = new Map<string, string>();

/** Returns a statement for plain PostgreSQL, without the conditions of `match` that only find nodes. Its parameters stay the same. */
export function removeNodeFindingConditionsFromSql(text: string): string {
  let plain = withoutConditions.get(text);
  if (plain === undefined) {
    plain = text.replace(nodeConditions, '$1 is not null');
    withoutConditions.set(text, plain);
  }
  return plain;
}

/** The customers of rows, each once: few, whatever the number of rows. */
function customersOf(rows: readonly object[]): string[] {
  const customers = new Set<string>();
  for (const row of rows) customers.add((row as { readonly customerNo: string }).customerNo);
  return [...customers];
}
