/**
 * The audit: what operators and commands changed, with the values before and after. Append-only.
 *
 * Commands of the operator interface record their changes here, in the transaction of the change where there is one. Not recorded are,
 * among others, an operator's own saved views, put-aways and moves between bins, and single steps at the stations, such as scans: tables
 * of their own keep these. A change of a customer's data is also in that customer's log.
 */
import { truncate } from '../lib/text.ts';
import { uuidv7, uuidv7TimeMs } from '../lib/uuid.ts';
import { column } from '../platform/db/columns.ts';
import type { Tx } from '../platform/db/db.ts';
import { createRowSetSql } from '../platform/db/row-set-sql.ts';
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

/** A change and who made it. */
export interface AuditedChange {
  readonly context: AuditContext;
  readonly entry: AuditEntry;
}

/** As `recordAudits`, for one change. */
export function recordAudit(tx: Pick<Tx, 'send'>, context: AuditContext, entry: AuditEntry): void {
  recordAudits(tx, [{ context, entry }]);
}

/**
 * Records changes in the caller's transaction by one statement, and publishes the topics that they affect. Their commands are marked as
 * done, so that a retry with its Idempotency-Key does not repeat a change.
 */
export function recordAudits(tx: Pick<Tx, 'send'>, changes: readonly AuditedChange[]): void {
  if (changes.length === 0) return;
  tx.send(insertAudit, auditRows.arrays(changes.map(auditRowOf)));
  for (const context of new Set(changes.map((change) => change.context))) context.markDone?.(tx);
  const actions = new Set(changes.map(({ entry }) => entry.action));
  publishChangedTopics(tx, ['audit', ...topicsOfEventKinds(actions)]);
}

const auditRows = createRowSetSql({
  auditId: column.uuid(),
  operatorId: column.optional(column.uuid()),
  actor: column.text(),
  operation: column.text(),
  reference: column.uuid(),
  action: column.text(),
  subject: column.text(),
  forCustomer: column.optional(column.text()),
  before: column.optional(column.jsonb<AuditEntry['before']>()),
  after: column.optional(column.jsonb<AuditEntry['after']>()),
  recordedAt: column.instant(),
});

const insertAudit = `insert into operator_audit
    (audit_id, operator_id, actor, operation, reference, action, subject, for_customer, before, after, recorded_at)
  select u.* from ${auditRows.from('u')}`;

function auditRowOf({ context, entry }: AuditedChange) {
  const { operatorId, actor, operation, reference } = context;
  const { action, subject, customerNo, before, after } = entry;
  const auditId = uuidv7();
  return {
    auditId,
    operatorId,
    actor,
    operation,
    reference,
    action,
    before,
    after,
    subject: truncate(subject, maxSubject),
    forCustomer: customerNo,
    // Ranges of time are ranges of ids, so the time that is shown is that of the id.
    recordedAt: Temporal.Instant.fromEpochMilliseconds(uuidv7TimeMs(auditId)),
  };
}
