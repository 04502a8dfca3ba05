/** SQL that waves and manifests share: their numbers count by warehouse, and their lists have pages of warehouses. */
import type { DbReader, Tx } from '../platform/db/db.ts';

export interface WarehousesPage {
  /** Undefined: all. */
  readonly warehouses: readonly string[] | undefined;
  /** The id of the last row of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
  /** The rows of the warehouses are counted up to this number. */
  readonly maxCounted: number;
}

/** Reads a page of the rows of warehouses, newest first, and counts all up to `maxCounted`. Ids (UUIDs of version 7) grow with time. */
export const warehousesPageReader =
  <Row>(table: string, id: string, columns: string) =>
  async (
    reader: DbReader,
    { warehouses, after, limit, maxCounted }: WarehousesPage,
  ): Promise<{ readonly rows: Row[]; readonly counted: number }> => {
    const rows = await reader.rows<Row>(
      `select ${columns} from ${table}
        where ($1::text[] is null or warehouse = any ($1)) and ($2::uuid is null or ${id} < $2)
        order by ${id} desc limit $3`,
      [warehouses ?? null, after ?? null, limit],
    );
    const [found] = await reader.rows<{ counted: number }>(
      `select count(*) as counted from (
         select from ${table} where $1::text[] is null or warehouse = any ($1) limit $2) c`,
      [warehouses ?? null, maxCounted],
    );
    return { rows, counted: found?.counted ?? 0 };
  };

/** Serializes the numbering of a warehouse's waves and manifests. */
export async function lockWarehouseNumbers(tx: Tx, warehouse: string): Promise<void> {
  await tx.rows('select 1 from warehouses where code = $1 for no key update', [warehouse]);
}
