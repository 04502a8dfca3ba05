/** The changes that earlier, interrupted runs of a command under its Idempotency-Key have made, according to the audit. */
import type { DbReader } from '../platform/db/db.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import type { ResumableRunSteps } from '../platform/key-claims.ts';

/**
 * The subjects of the operator's entries of this operation and action since the command's first run, also those of other
 * requests. Empty in a first run.
 */
export async function readSubjectsChangedByEarlierRuns(
  reader: DbReader,
  { operatorId, operation }: OperatorContext,
  { isRepeated, firstRun }: Pick<ResumableRunSteps, 'isRepeated' | 'firstRun'>,
  action: string,
): Promise<ReadonlySet<string>> {
  if (!isRepeated) return new Set();
  const rows = await reader.rows<{ subject: string }>(
    `select subject from operator_audit
      where operator_id = $1 and audit_id >= $2 and operation = $3 and action = $4`,
    [operatorId, firstRun, operation, action],
  );
  return new Set(rows.map(({ subject }) => subject));
}
