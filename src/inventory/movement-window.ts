/** Reads a bounded range of movements by their commit numbers, for feeds. */
import type { DbReader } from '../platform/db/db.ts';
import { buildLogWindowTimeConditions, type LogWindow } from '../platform/log-window.ts';

/** The stock that a movement changed. */
interface WindowMovement {
  readonly seq: number;
  /** When it was recorded, on real time. */
  readonly at: Temporal.Instant;
  readonly itemNo: string;
  readonly warehouse: string;
  readonly status: string;
}

/** The movements in a window, at most `limit`, in the order of commits. */
export async function readMovementWindow(
  reader: DbReader,
  customerNo: string,
  window: LogWindow,
): Promise<WindowMovement[]> {
  const { after, upTo, limit } = window;
  const times = buildLogWindowTimeConditions(window, 'm.at', 5);
  return await reader.rows<WindowMovement>(
    `select m.seq, m.at, m.item_no as "itemNo", m.warehouse, m.status from movements m
      where m.customer_no = $1 and m.seq > $2 and m.seq <= $3 ${times.sql}
      order by m.seq limit $4`,
    [customerNo, after, upTo, limit, ...times.values],
  );
}
