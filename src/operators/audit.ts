/**
 * The audit: what operators and commands changed, with the values before and after. Append-only.
 *
 * Commands of the operator interface record their changes here, in the transaction of the change where there is one. Not recorded are,
 * among others, an operator's own saved views, put-aways and moves between bins, and single steps at the stations, such as scans: tables
 * of their own keep these. A change of a customer's data is also in that customer's log.
 */
import { truncate } from '../lib/text.ts';
import { uuidv7, uuidv7TimeMs } from '../lib/uuid.ts';
import type { Tx } from '../platform/db/db.ts';
import { publishChangedTopics, topicsOfEventKinds } from './topics.ts';

/** Who changes something. An `OperatorContext` is one; commands of the command line have no operator. */
export interface AuditContext {
  readonly operatorId?: string | undefined;
  readonly actor: string;
  readonly operation: string;
  readonly reference: string;
  /** Marks the command of the change as done, in its transaction. */
  readonly markDone?: ((tx: Pick<Tx, 'send'>) => void) | undefined;
}

export interface AuditEntry {
  /** `noun.verb`: `operator.disabled`, `hold.released`. */
  readonly action: string;
  /** The id of what was changed: an order's reference, an operator's e-mail, a warehouse. Recorded up to `maxSubject` characters. */
  readonly subject: string;
  /** The customer whose data was changed. */
  readonly customerNo?: string | undefined;
  /** The changed properties before and after, in wire names. No secrets, and no names or addresses of people. */
  readonly before?: Readonly<Record<string, unknown>> | undefined;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** As long as a name may be, and as a filter of Audit/List: an entry of the index over subjects has at most 2,704 bytes. */
const maxSubject = 255;

/**
 * Records a change in the caller's transaction, and publishes the topics that it affects. The command is marked as done, so that a
 * retry with its Idempotency-Key does not repeat the change.
 */
export function recordAudit(tx: Pick<Tx, 'send'>, context: AuditContext, entry: AuditEntry): void {
  const { operatorId, actor, operation, reference } = context;
  const { action, subject, customerNo, before, after } = entry;
  const auditId = uuidv7();
  tx.send(
    `insert into operator_audit
       (audit_id, operator_id, actor, operation, reference, action, subject, for_customer, before, after, recorded_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      auditId,
      operatorId ?? null,
      actor,
      operation,
      reference,
      action,
      truncate(subject, maxSubject),
      customerNo ?? null,
      json(before),
      json(after),
      // Ranges of time are ranges of ids, so the time that is shown is that of the id.
      Temporal.Instant.fromEpochMilliseconds(uuidv7TimeMs(auditId)),
    ],
  );
  context.markDone?.(tx);
  publishChangedTopics(tx, ['audit', ...topicsOfEventKinds([action])]);
}

const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
