/**
 * How the queries of this slice are put together. Kysely only composes the text: filters that are not given leave no trace
 * in it, so that each combination has a plan of its own, and a list is one parameter, so that there are few combinations.
 */
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import type { Reader } from '../platform/db/db.ts';

/** Knows no tables: take `compose.withTables<…>()` for a query that does. */
export const queryBuilder = new Kysely<Record<never, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

interface CompilableQuery<Row> {
  compile(): { readonly sql: string; readonly parameters: readonly unknown[] };
  /** Only for its type. */
  execute(): Promise<Row[]>;
}

/** Runs a query that was built of Kysely's parts. */
export function runQuery<Row>(reader: Reader, query: CompilableQuery<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile();
  return reader.rows<Row>(text, parameters);
}

/** Runs a query that was written as text with fragments. */
export function runSql<Row>(reader: Reader, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(queryBuilder);
  return reader.rows<Row>(text, parameters);
}

export const equalsAny = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`;
