/** Integrity checks: statements that select the faults of an invariant. */
import type { DbReader } from './db.ts';

const maxFaultsPerCheck = 100;

/**
 * Returns a sentence per fault, at most 100 of each check. A check selects `customer_no`, `subject`, which is what the fault is about
 * (an id, or words with a number), and `what` is wrong, and has no order of its own.
 */
export async function listFaults(reader: DbReader, checks: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const sql of checks) {
    const rows = await reader.rows<{ customer_no: string; subject: string; what: string }>(
      `${sql} order by 1, 2, 3 limit ${maxFaultsPerCheck}`,
    );
    for (const { customer_no, subject, what } of rows) faults.push(`${customer_no} ${subject}: ${what}`);
  }
  return faults;
}
