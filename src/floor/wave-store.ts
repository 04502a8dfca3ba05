/**
 * SQL that writes and reads `floor_waves`, which are the operator's: they are written in transactions that lock no customer's
 * row.
 */
import type { DbReader, Tx } from '../platform/db/db.ts';
import { lockWarehouseNumbers, warehousesPageReader } from './warehouse-rows.ts';

/** The sentence of `NotFound` for a wave. */
export const noSuchWaveMessage = 'There is no such wave.';

/** A pick wave: orders of a warehouse that are released together. */
export interface Wave {
  readonly waveId: string;
  readonly warehouse: string;
  readonly number: number;
  readonly name: string;
  readonly createdAt: Temporal.Instant;
  readonly createdBy: string;
}

const waveColumns =
  'w.wave_id as "waveId", w.warehouse, w.number, w.name, w.created_at as "createdAt", w.created_by as "createdBy"';

/** Creates a wave with the next number of its warehouse. */
export async function insertWave(
  tx: Tx,
  wave: Pick<Wave, 'waveId' | 'warehouse' | 'name' | 'createdBy'>,
): Promise<Wave> {
  await lockWarehouseNumbers(tx, wave.warehouse);
  const [row] = await tx.rows<Wave>(
    `insert into floor_waves as w (wave_id, warehouse, number, name, created_by)
     select $1, $2, coalesce(max(o.number), 0) + 1, $3, $4 from floor_waves o where o.warehouse = $2
     returning ${waveColumns}`,
    [wave.waveId, wave.warehouse, wave.name, wave.createdBy],
  );
  return row as Wave;
}

/** Deletes a wave. The caller has checked that it is empty. Returns false when it does not exist. */
export async function deleteWave(tx: Tx, waveId: string): Promise<boolean> {
  const deleted = await tx.rows('delete from floor_waves where wave_id = $1 returning wave_id', [waveId]);
  return deleted.length > 0;
}

export async function readWave(reader: DbReader, waveId: string): Promise<Wave | undefined> {
  const [row] = await reader.rows<Wave>(`select ${waveColumns} from floor_waves w where w.wave_id = $1`, [waveId]);
  return row;
}

/** The waves of warehouses, newest first. */
export const listWaves = warehousesPageReader<Wave>('floor_waves w', 'w.wave_id', waveColumns);
