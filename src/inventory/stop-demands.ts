/** Stops work on documents: their stock stays reserved, and the reservation can be lost again. */
import type { Tx } from '../platform/db/db.ts';
import type { DocumentKey } from './demand-store.ts';

/** Undoes `startDemands` for documents that the caller has locked: `in_work` becomes `reserved`. */
export async function stopDemands(tx: Tx, documents: readonly DocumentKey[]): Promise<void> {
  if (documents.length === 0) return;
  await tx.rows(
    `update demands d set state = 'reserved'
       from unnest($1::text[], $2::uuid[]) as k (customer_no, subject)
      where d.customer_no = k.customer_no and d.subject = k.subject and d.state = 'in_work'`,
    [documents.map((d) => d.customerNo), documents.map((d) => d.subject)],
  );
}
