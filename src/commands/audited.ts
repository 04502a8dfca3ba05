/** Changes by commands, recorded in the audit in their transaction. */

import type { AdministrationActor } from '../auth/index.ts';
import { assertPresent } from '../lib/assert.ts';
import type { AuditContext, AuditEntry } from '../operators/index.ts';
import type { Db } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { BatchWriter } from '../platform/write-queue.ts';
import { createCommandAuditActor } from './arguments.ts';

/**
 * Makes a change and records it in the audit, in one transaction. Returns its outcome; a refused change is not
 * recorded.
 */
export async function writeChangeWithAuditEntry<Item extends AuditContext, Done>(
  db: Pick<Db, 'write'>,
  write: BatchWriter<Item, Done>['write'],
  item: Item,
  entryOf: (done: Done) => AuditEntry,
): Promise<Outcome<Done>> {
  const { recordAudit } = await import('../operators/index.ts');
  return await db.write(async (tx) => {
    const [result] = await write(tx, [item]);
    const outcome = assertPresent(result, 'the outcome of a change');
    if ('ok' in outcome) recordAudit(tx, item, entryOf(outcome.ok));
    return outcome;
  });
}

/** The account that runs `dray COMMAND`, as the actor of audited changes to customers and credentials. */
export async function createCommandAdministrationActor(command: string): Promise<Required<AdministrationActor>> {
  const { createAuditingActor } = await import('../administration/index.ts');
  return createAuditingActor(createCommandAuditActor(command));
}
