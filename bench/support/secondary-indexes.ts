/** The part of a PostgreSQL client or pool that is used here. */
interface Queryable {
  query(text: string, values: readonly unknown[]): Promise<{ readonly rows: unknown[] }>;
}

/**
 * Drops the indexes of tables that are not unique, because rows are loaded faster without them. Returns the statements that create them
 * again, on partitions too.
 */
export async function dropSecondaryIndexes(database: Queryable, tables: readonly string[]): Promise<readonly string[]> {
  const { rows } = (await database.query(
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relname = any ($1) and not i.indisunique`,
    [tables],
  )) as { rows: { name: string; definition: string }[] };
  for (const { name } of rows) await database.query(`drop index ${name}`, []);
  return rows.map(({ definition }) => definition);
}
