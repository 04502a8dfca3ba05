/** Customer clocks at known times, so that working days, cutoffs and holidays fall where a test expects them. */
import type { Db } from '../../src/platform/db/db.ts';

/** A Tuesday morning in Napa; that week and the next have no holiday. */
export const tuesday = Temporal.Instant.from('2031-03-04T09:00:00-08:00');

export const hour = 60 * 60;
export const day = 24 * hour;

/** Sets a customer's clock, also backwards, which no operation does. */
export async function setClock(db: Db, customerNo: string, to: Temporal.Instant = tuesday): Promise<void> {
  const offsetMs = Math.ceil(to.since(Temporal.Now.instant()).total('milliseconds'));
  await db.write(async (tx) => {
    tx.bumpVersion(customerNo);
    await tx.rows(
      `insert into customer_clocks (customer_no, offset_ms) values ($1, $2)
         on conflict (customer_no) do update set offset_ms = excluded.offset_ms`,
      [customerNo, offsetMs],
    );
  });
}
