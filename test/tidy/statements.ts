/**
 * Reads the SQL of the program and checks that it is ready for tables that are distributed by customer: each table of
 * customers' data in a statement is compared with the customers of its parameters, no row is named by its `ctid`, and no
 * query recurses over all customers.
 */
import type { SourceFile } from './tree.ts';

/** The tables of customers' data: those with a column `customer_no` in the snapshot of the schema. */
export function customerTables(schema: string): ReadonlySet<string> {
  const tables = schema.split('\n\n').filter((part) => /^ {2}customer_no /m.test(part));
  return new Set(tables.flatMap((part) => /^table (\w+)/.exec(part)?.[1] ?? []));
}

const notAnAlias =
  /^(where|set|using|on|order|for|join|left|cross|limit|group|returning|union|select|inner|values|as)$/i;

/** The tables of customers' data that a statement reads or changes without naming their customers. */
export function unscopedTables(sql: string, tables: ReadonlySet<string>): string[] {
  const uses = [...sql.matchAll(/\b(?:from|join|update|using)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/gi)];
  return uses.flatMap(([, table = '', word]) => {
    if (!tables.has(table)) return [];
    const alias = word === undefined || notAnAlias.test(word) ? table : word;
    const isScoped =
      new RegExp(`\\b${alias}\\.customer_no\\s*=\\s*(any\\s*\\(\\s*)?\\$`).test(sql) ||
      new RegExp(`match\\('${alias}'`).test(sql) ||
      /(?<![.\w])customer_no\s*=\s*(any\s*\(\s*)?\$/.test(sql);
    return isScoped ? [] : [table];
  });
}

/** The string and template literals of a file that hold SQL. */
export const statementsOf = (file: SourceFile): string[] =>
  literalsOf(file).filter((literal) => /\b(select|update|delete from|insert into)\b/i.test(literal));

/** The string and template literals of a file, with the constants of the file that they name. */
export function literalsOf({ text }: SourceFile): string[] {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(?<=^|[^:'"`\\])\/\/[^\n]*/g, '');
  const constants = new Map(
    [...code.matchAll(/^const (\w+) =\s+['`]([^'`]*)['`];$/gm)].map(([, name = '', value = '']) => [name, value]),
  );
  const expand = (literal: string) =>
    literal.replaceAll(/\$\{(\w+)\}/g, (placeholder, name) => constants.get(name) ?? placeholder);
  const literals = [...code.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g)].map(
    ([, long, short]) => long ?? short,
  );
  return literals.map((literal = '') => expand(literal));
}
