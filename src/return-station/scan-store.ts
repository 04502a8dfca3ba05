/** The SQL of `return_scans` but that of the integrity check. */
import { workClaimMinutes } from '../lib/work-claims.ts';
import { column } from '../platform/db/columns.ts';
import type { DbReader, Tx } from '../platform/db/db.ts';
import { Table } from '../platform/db/table.ts';
import type { ReturnKey } from '../returns/index.ts';
import type { FoundUnits, InspectionScanVerdict } from './inspection.ts';

type ScanKind = 'bottle' | 'wrong' | 'undo' | 'disposition';

const scans = new Table(
  'return_scans',
  {
    customerNo: column.text(),
    returnId: column.uuid(),
    scanId: column.uuid(),
    kind: column.text<ScanKind>(),
    code: column.text(),
    itemNo: column.text(),
    status: column.text(),
    units: column.int(),
    verdict: column.text<InspectionScanVerdict>(),
    message: column.text(),
    person: column.text(),
    number: column.int(),
  },
  ['customerNo', 'returnId', 'scanId'],
);

export const insertReturnScans = scans.insert();

/** The earlier scans and decisions with these keys. */
export const readReturnScans: (
  reader: DbReader,
  keys: readonly (ReturnKey & { readonly scanId: string })[],
) => Promise<{ readonly kind: ScanKind; readonly verdict: InspectionScanVerdict; readonly message: string }[]> =
  scans.find({
    columns: ['customerNo', 'returnId', 'scanId', 'kind', 'verdict', 'message'],
  });

/** The units that were scanned and not taken back, by item and condition, in the order of the first scan. */
export async function readFoundUnits(reader: DbReader, { customerNo, returnId }: ReturnKey): Promise<FoundUnits[]> {
  return await reader.rows<FoundUnits>(
    `select s.item_no as "itemNo", s.status, sum(s.units)::int as units from return_scans s
      where s.customer_no = $1 and s.return_id = $2 and s.number > 0 and not s.is_undone
      group by s.item_no, s.status order by min(s.number)`,
    [customerNo, returnId],
  );
}

interface CountedReturnScan {
  readonly scanId: string;
  readonly itemNo: string;
  readonly person: string;
  /** It was made within the time for which work stays with a person who does nothing. */
  readonly isRecent: boolean;
}

/** The last scan of this person that counts, else that of the others. The caller has locked the return. */
export async function readLastCountedReturnScan(
  reader: DbReader,
  { customerNo, returnId }: ReturnKey,
  person: string,
): Promise<CountedReturnScan | undefined> {
  const [last] = await scans.rows<CountedReturnScan>(
    reader,
    `select ${scans.select('s', ['scanId', 'itemNo', 'person'])},
            s.scanned_at > now() - make_interval(mins => $4) as "isRecent" from return_scans s
      where s.customer_no = $1 and s.return_id = $2 and s.number > 0 and not s.is_undone
      order by s.person = $3 desc, s.number desc limit 1`,
    [customerNo, returnId, person, workClaimMinutes],
  );
  return last;
}

/**
 * The number of the next scan that counts, from 1. Numbers of scans that were taken back are not reused. The caller has
 * locked the return.
 */
export async function readNextReturnScanNumber(reader: DbReader, { customerNo, returnId }: ReturnKey): Promise<number> {
  const [row] = await reader.rows<{ number: number }>(
    'select coalesce(max(s.number), 0)::int + 1 as number from return_scans s where s.customer_no = $1 and s.return_id = $2',
    [customerNo, returnId],
  );
  return row?.number ?? 1;
}

/** A scan of a bottle or case that was not taken back. */
export async function readCountedReturnScan(
  reader: DbReader,
  { customerNo, returnId }: ReturnKey,
  scanId: string,
): Promise<{ readonly itemNo: string; readonly status: string } | undefined> {
  const [scan] = await scans.rows<{ itemNo: string; status: string }>(
    reader,
    `select ${scans.select('s', ['itemNo', 'status'])} from return_scans s
      where s.customer_no = $1 and s.return_id = $2 and s.scan_id = $3 and s.number > 0 and not s.is_undone`,
    [customerNo, returnId, scanId],
  );
  return scan;
}

/** Returns the ids of those of these returns that have scans of bottles that were not undone. The caller has locked the returns. */
export async function readReturnIdsBeingInspected(
  reader: DbReader,
  customerNo: string,
  returnIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await reader.rows<{ readonly returnId: string }>(
    `select distinct s.return_id as "returnId" from return_scans s
      where s.customer_no = $1 and s.return_id = any ($2::uuid[]) and s.number > 0 and not s.is_undone`,
    [customerNo, returnIds],
  );
  return new Set(rows.map(({ returnId }) => returnId));
}

/** Takes a scan back. */
export function markReturnScanUndone(tx: Tx, { customerNo, returnId }: ReturnKey, scanId: string): void {
  tx.send(
    'update return_scans s set is_undone = true where s.customer_no = $1 and s.return_id = $2 and s.scan_id = $3',
    [customerNo, returnId, scanId],
  );
}

/** The returns of these customers that are being inspected, and of which bottles are counted in this condition, at most `limit`. */
export async function listReturnsBeingInspectedInStatus(
  reader: DbReader,
  customerNos: readonly string[],
  status: string,
  limit: number,
): Promise<(ReturnKey & { readonly rmaNumber: string })[]> {
  return await reader.rows<ReturnKey & { readonly rmaNumber: string }>(
    `select r.customer_no as "customerNo", r.return_id as "returnId", r.rma_number as "rmaNumber" from returns r
      where r.customer_no = any ($1::text[]) and r.open_warehouse is not null and r.status in ('RECEIVED', 'INSPECTING')
        and exists (select from return_scans s
                     where s.customer_no = any ($1::text[]) and s.customer_no = r.customer_no and s.return_id = r.return_id
                        and s.status = $2 and s.number > 0 and not s.is_undone)
      order by 1, 3 limit $3`,
    [customerNos, status, limit],
  );
}
