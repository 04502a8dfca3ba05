/**
 * Statements with optional conditions, as templates: a value in `${}` becomes a parameter, another template becomes a part of the
 * text. Absent conditions do not appear in the text, so that each combination of conditions has its own plan. A list is one
 * parameter, so that there are few combinations.
 */
import type { DbReader } from './db.ts';

/** A statement or a part of one. */
export class Sql {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }
}

export const sql = (texts: TemplateStringsArray, ...values: readonly unknown[]): Sql => new Sql(texts, values);

/** A name or a number from the source code as a part of the text. Never pass input of a caller. */
export const rawSql = (text: string | number): Sql => new Sql([String(text)], []);

/** The parts with a text between them. */
export const joinSql = (parts: readonly Sql[], between: string): Sql =>
  new Sql(parts.map((_, i) => (i === 0 ? '' : between)).concat(''), parts);

/** All conditions but those that are undefined or false; true without any. */
export function allConditionsSql(conditions: readonly (Sql | undefined | false)[]): Sql {
  const present = conditions.filter((condition) => condition instanceof Sql);
  return present.length === 0 ? sql`true` : joinSql(present, ' and ');
}

/** The condition that a text column has one of the values. `column` is SQL text: never pass input of a caller. */
export const equalsAnySql = (column: string, values: readonly string[]): Sql =>
  sql`${rawSql(column)} = any(${values}::text[])`;

export function runSql<Row>(reader: DbReader, query: Sql): Promise<Row[]> {
  const { text, parameters } = toSqlStatement(query);
  return reader.rows<Row>(text, parameters);
}

/** The text with its parameters numbered in their order. */
export function toSqlStatement(query: Sql): { readonly text: string; readonly parameters: readonly unknown[] } {
  const parameters: unknown[] = [];
  const textOf = ({ texts, values }: Sql): string =>
    texts.reduce((text, next, i) => {
      const value = values[i - 1];
      return text + (value instanceof Sql ? textOf(value) : `$${parameters.push(value)}`) + next;
    });
  return { text: textOf(query), parameters };
}
