/**
 * The schema of a database as one text: the result of the migrations, read from PostgreSQL's catalog. A change of a
 * migration appears here as a reviewable diff; migrations with the same result give the same text.
 *
 * Partitions are omitted: they are created monthly.
 */

/** The database interface used here; `pg.Pool` and `pg.Client` implement it. */
export interface Queryable {
  query<R extends object>(text: string): Promise<{ rows: R[] }>;
}

/** All tables, triggers and functions of the schema `public`, in a fixed order. */
export async function schemaText(database: Queryable): Promise<string> {
  const [columns, constraints, indexes, triggers, functions, tables] = await Promise.all([
    lines(
      database,
      `select c.relname as owner, format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                case when a.attnotnull then ' not null' else '' end,
                case when d.adbin is null then '' else ' default ' || pg_get_expr(d.adbin, d.adrelid) end) as line
         from pg_attribute a
         join pg_class c on c.oid = a.attrelid
         left join pg_attrdef d on (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
        where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        order by c.relname, a.attname`,
    ),
    lines(
      database,
      `select c.relname as owner, format('  %s', pg_get_constraintdef(k.oid)) as line
         from pg_constraint k join pg_class c on c.oid = k.conrelid
        where ${ours} and k.contype in ('p', 'u', 'f', 'c', 'x')
        order by c.relname, array_position(array['p', 'u', 'f', 'c', 'x'], k.contype::text), 2`,
    ),
    lines(
      database,
      `select t.relname as owner, format('  %s', pg_get_indexdef(i.indexrelid)) as line
         from pg_index i
         join pg_class c on c.oid = i.indrelid
         join pg_class t on t.oid = i.indrelid
        where ${ours} and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
        order by t.relname, 2`,
    ),
    lines(
      database,
      `select c.relname as owner, format('  %s', pg_get_triggerdef(t.oid)) as line
         from pg_trigger t join pg_class c on c.oid = t.tgrelid
        where ${ours} and not t.tgisinternal
        order by c.relname, t.tgname`,
    ),
    lines(
      database,
      `select p.proname as owner, pg_get_functiondef(p.oid) as line
         from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        order by p.proname, pg_get_function_identity_arguments(p.oid)`,
    ),
    lines(
      database,
      `select c.relname as owner,
              case when c.relkind = 'p' then ' partition by ' || pg_get_partkeydef(c.oid) else '' end
                || coalesce(' with (' || array_to_string(c.reloptions, ', ') || ')', '') as line
         from pg_class c
        where ${ours} and c.relkind in ('r', 'p')
        order by c.relname`,
    ),
  ]);
  const of = (owner: string, all: readonly Line[]) =>
    all.filter((line) => line.owner === owner).map(({ line }) => line);
  const parts = tables.map(({ owner, line }) =>
    [
      `table ${owner}${line}`,
      ...of(owner, columns),
      ...of(owner, constraints),
      ...of(owner, indexes),
      ...of(owner, triggers),
    ].join('\n'),
  );
  return `${[...parts, ...functions.map(({ line }) => line.trimEnd())].join('\n\n')}\n`;
}

/** Path of the schema snapshot in the repository. */
export const schemaSnapshot = 'schema.snapshot.sql';

/** Tables of the program, without partitions and without the list of migrations. */
const ours = `c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relname <> 'schema_migrations'`;

interface Line {
  readonly owner: string;
  readonly line: string;
}

async function lines(database: Queryable, text: string): Promise<Line[]> {
  return (await database.query<Line>(text)).rows;
}
