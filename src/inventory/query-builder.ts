/**
 * Composes queries with optional filters. Kysely only builds the text. Absent filters do not appear in it, so each combination has
 * its own plan; a list is one parameter, so there are few combinations.
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

/** Has no table types; use `queryBuilder.withTables<…>()` for typed queries. */
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
  /** Declares the row type. */
  execute(): Promise<Row[]>;
}

/** Runs a query built with Kysely. */
export function runQuery<Row>(reader: Reader, query: CompilableQuery<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile();
  return reader.rows<Row>(text, parameters);
}

/** Runs a query written as an `sql` template. */
export function runSql<Row>(reader: Reader, query: RawBuilder<Row>): Promise<Row[]> {
  const { sql: text, parameters } = query.compile(queryBuilder);
  return reader.rows<Row>(text, parameters);
}

export const equalsAny = (column: string, values: readonly string[]) =>
  sql<SqlBool>`${sql.ref(column)} = any(${values}::text[])`;
