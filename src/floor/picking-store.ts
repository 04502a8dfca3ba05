/**
 * SQL that writes and locks picking: `pick_parts`, `pick_scans` and `tote_leftovers` by customer, and the operator's `pick_tasks`. A
 * step locks its task before anything else, so that the steps of a task run one after the other.
 */
import { uuidv7 } from '../lib/uuid.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { PickTask } from './pick-task.ts';
import type { PickScanKind } from './picking-session.ts';
import type { MissingBottlesReport, PickedUnits, PickTaskPart } from './picking-walk.ts';
import type { FloorScanVerdict } from './station.ts';
import type { OrderLeftover } from './tote-leftovers.ts';

const tasks = new Table(
  'pick_tasks',
  {
    taskId: column.uuid(),
    waveId: column.uuid(),
    warehouse: column.text(),
    number: column.int(),
    state: column.text<PickTask['state']>(),
    claim: column.int(),
    pickerId: column.uuid(),
    picker: column.text(),
    claimedUntil: column.instant(),
    finishedAt: column.optional(column.instant()),
  },
  ['taskId'],
);

const lockTasks: (tx: Tx, keys: readonly { readonly taskId: string }[]) => Promise<PickTask[]> = tasks.lock();
const findTasks: (reader: DbReader, keys: readonly { readonly taskId: string }[]) => Promise<PickTask[]> = tasks.find();
const upsertTasks = tasks.upsert();

export const lockPickTask = async (tx: Tx, taskId: string): Promise<PickTask | undefined> =>
  (await lockTasks(tx, [{ taskId }]))[0];

export const readPickTask = async (reader: DbReader, taskId: string): Promise<PickTask | undefined> =>
  (await findTasks(reader, [{ taskId }]))[0];

/** Inserts or updates a task. `finishedAt` is the real time at which it was done. */
export function savePickTask(tx: Tx, task: PickTask & { readonly finishedAt?: Temporal.Instant | undefined }): void {
  upsertTasks(tx, [task]);
}

/** Locks the wave, so that its tasks are made one after the other, and returns the number of the next one; undefined for an unknown wave. */
export async function lockWaveForNextTask(
  tx: Tx,
  waveId: string,
): Promise<{ readonly nextNumber: number } | undefined> {
  const found = await tx.rows('select 1 from floor_waves where wave_id = $1 for no key update', [waveId]);
  if (found.length === 0) return undefined;
  const [row] = await tx.rows<{ number: number }>(
    'select coalesce(max(number), 0) + 1 as number from pick_tasks where wave_id = $1',
    [waveId],
  );
  return { nextNumber: row?.number ?? 1 };
}

/** The tasks of a wave that are not done, by number; at most 500. */
export async function listUnfinishedPickTasksOfWave(reader: DbReader, waveId: string): Promise<PickTask[]> {
  return await tasks.rows<PickTask>(
    reader,
    `select ${tasks.select('t')} from pick_tasks t where t.wave_id = $1 and t.state = 'picking' order by t.number limit 500`,
    [waveId],
  );
}

/** Filter of waves and tasks to pick. Undefined matches all warehouses, or all wave numbers. */
export interface PickingFilter {
  readonly warehouses: readonly string[] | undefined;
  readonly waveNumber: number | undefined;
}

/** A page of the tasks that match the filter and are not done, oldest first: at most `limit`, after the task `after`. */
export async function listUnfinishedPickTasks(
  reader: DbReader,
  { warehouses, waveNumber }: PickingFilter,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<PickTask[]> {
  return await tasks.rows<PickTask>(
    reader,
    `select ${tasks.select('t')} from pick_tasks t
      where t.state = 'picking' and ($1::text[] is null or t.warehouse = any ($1)) and ($2::uuid is null or t.task_id > $2)
        and ($4::int is null or exists (select from floor_waves w where w.wave_id = t.wave_id and w.number = $4))
      order by t.task_id limit $3`,
    [warehouses ?? null, after ?? null, limit, waveNumber ?? null],
  );
}

/** As stored: the recorded quantities of a short are named `claims`. */
type StoredShort = Omit<MissingBottlesReport, 'recorded'> & { readonly claims: MissingBottlesReport['recorded'] };

const storedShorts = column.jsonb<readonly StoredShort[]>();

const writeShorts = (shorts: readonly MissingBottlesReport[] | null | undefined, at: number): number =>
  storedShorts.write(
    shorts?.map(({ recorded, ...short }) => ({ ...short, claims: recorded })),
    at,
  );

const shortsColumn = {
  ...storedShorts,
  write: writeShorts,
  writeCopied: writeShorts,
  read: (stored: unknown): readonly MissingBottlesReport[] =>
    (stored as readonly StoredShort[]).map(({ claims, ...short }) => ({ ...short, recorded: claims })),
};

export const pickTaskPartTable = new Table(
  'pick_parts',
  {
    customerNo: column.text(),
    taskId: column.uuid(),
    stop: column.optional(column.jsonb<NonNullable<PickTaskPart['stop']>>()),
    picks: column.jsonb<readonly PickedUnits[]>(),
    shorts: shortsColumn,
  },
  ['customerNo', 'taskId'],
);

/** Writes parts as they are now; the caller has locked their task. */
export const savePickTaskParts: (tx: Tx, parts: readonly PickTaskPart[]) => void = pickTaskPartTable.upsert();

const scans = new Table(
  'pick_scans',
  {
    customerNo: column.text(),
    taskId: column.uuid(),
    scanId: column.uuid(),
    kind: column.text<PickScanKind | 'put back'>(),
    code: column.text(),
    units: column.int(),
    verdict: column.text<FloorScanVerdict>(),
    message: column.text(),
    person: column.text(),
  },
  ['customerNo', 'taskId', 'scanId'],
);

export const insertPickScans = scans.insert();

/** The scan with this id, if one of the task's customers has it. */
export async function readPickScan(
  reader: DbReader,
  customers: readonly string[],
  { taskId, scanId }: { readonly taskId: string; readonly scanId: string },
): Promise<{ readonly code: string; readonly verdict: FloorScanVerdict; readonly message: string } | undefined> {
  const [row] = await reader.rows<{ code: string; verdict: FloorScanVerdict; message: string }>(
    `select s.code, s.verdict, s.message from pick_scans s
      where s.customer_no = any ($1::text[]) and s.task_id = $2 and s.scan_id = $3 limit 1`,
    [customers, taskId, scanId],
  );
  return row;
}

const leftovers = new Table(
  'tote_leftovers',
  {
    customerNo: column.text(),
    leftoverId: column.uuid(),
    warehouse: column.text(),
    tote: column.text(),
    taskId: column.uuid(),
    orderNo: column.text(),
    itemNo: column.text(),
    location: column.text(),
    status: column.text(),
    units: column.int(),
  },
  ['customerNo', 'leftoverId'],
);

const insertLeftoverRows = leftovers.insert();

/** Saves bottles that orders that were taken back have left in totes. */
export function insertToteLeftovers(tx: Tx, rows: readonly OrderLeftover[]): void {
  insertLeftoverRows(
    tx,
    rows.map((row) => ({ ...row, leftoverId: uuidv7() })),
  );
}

/** The bottles that these customers' orders of picking tasks have left in totes. */
export async function readLeftoversOfPickTasks(
  reader: DbReader,
  customers: readonly string[],
  taskIds: readonly string[],
): Promise<OrderLeftover[]> {
  return await leftovers.rows<OrderLeftover>(
    reader,
    `select ${leftovers.select('l')} from tote_leftovers l
      where l.customer_no = any ($1::text[]) and l.task_id = any ($2::uuid[])`,
    [customers, taskIds],
  );
}

/** Deletes and returns the bottles that these customers' orders have left in a tote. Of concurrent calls, one gets them. */
export async function takeLeftoversFromTote(
  tx: Tx,
  customers: readonly string[],
  { warehouse, tote }: Pick<OrderLeftover, 'warehouse' | 'tote'>,
): Promise<OrderLeftover[]> {
  return await leftovers.rows<OrderLeftover>(
    tx,
    `delete from tote_leftovers l where l.customer_no = any ($1::text[]) and l.warehouse = $2 and l.tote = $3
     returning ${leftovers.select('l')}`,
    [customers, warehouse, tote],
  );
}

/** Numbers and names of waves, by id. */
export async function readWaveNumbersAndNames(
  reader: DbReader,
  waveIds: readonly string[],
): Promise<ReadonlyMap<string, { readonly number: number; readonly name: string }>> {
  const rows = await reader.rows<{ waveId: string; number: number; name: string }>(
    'select wave_id as "waveId", number, name from floor_waves where wave_id = any ($1::uuid[])',
    [waveIds],
  );
  return new Map(rows.map((row) => [row.waveId, row]));
}
