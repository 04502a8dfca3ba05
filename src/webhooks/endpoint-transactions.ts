/**
 * Transactions that change the endpoints of a customer or send events again. Each locks the customer's row, so those of one customer
 * run one after the other. They wait for their turn before they take a connection: otherwise one customer that creates many
 * endpoints at once would occupy the whole pool, and requests of other customers would wait.
 */
import type { Tx } from '../platform/db/db.ts';
import type { Environment } from '../platform/environment.ts';
import { createFairSemaphore } from '../platform/fair-semaphore.ts';

/** Of both environments. A transaction takes about 10 ms, so the limit rejects no creation of a full set of endpoints at once. */
const slots = createFairSemaphore({ slots: 2, maxWaitMs: 15_000 });

/**
 * Runs `work` in a transaction, after waiting for one of two slots of this process, which customers get round robin.
 * Throws `Unavailable` when the wait would be or becomes too long.
 */
export async function runWebhookEndpointTransaction<T>(
  { name, db }: Pick<Environment, 'name' | 'db'>,
  customerNo: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return await slots.run(`${name} ${customerNo}`, () => db.write(work));
}
