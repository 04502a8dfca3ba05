/** Reads the audit. Each filter is a condition on its own, so that a combination of them uses the index of one. */

import type { DbReader } from '../platform/db/db.ts';
import { normalizeEmail } from './operator-store.ts';

export interface AuditFilter {
  /** Empty: of all operators. The other lists are read alike. */
  readonly emails: readonly string[];
  readonly customerNos: readonly string[];
  readonly actions: readonly string[];
  readonly subjects: readonly string[];
  /** Both included. */
  readonly from: Temporal.Instant | undefined;
  readonly to: Temporal.Instant | undefined;
}

export interface AuditRow {
  readonly audit_id: string;
  readonly recorded_at: Temporal.Instant;
  readonly actor: string;
  readonly operation: string;
  readonly reference: string;
  readonly action: string;
  readonly subject: string;
  readonly for_customer: string | null;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
}

/** Entries, newest first, that are older than `after`, at most `limit`. */
export async function listAudit(
  reader: DbReader,
  filter: AuditFilter,
  after: string | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const { conditions, values } = conditionsOf(filter);
  if (after !== undefined) conditions.push(`audit_id < $${values.push(after)}::uuid`);
  return await reader.rows<AuditRow>(
    `select audit_id, recorded_at, actor, operation, reference, action, subject, for_customer, before, after
       from operator_audit ${whereOf(conditions)} order by audit_id desc limit $${values.push(limit)}`,
    values,
  );
}

/** The number of entries that match, at most `limit`. */
export async function countAudit(reader: DbReader, filter: AuditFilter, limit: number): Promise<number> {
  const { conditions, values } = conditionsOf(filter);
  const [row] = await reader.rows<{ count: number }>(
    `select count(*)::int as count
       from (select 1 from operator_audit ${whereOf(conditions)} limit $${values.push(limit)}) as found`,
    values,
  );
  return row?.count ?? 0;
}

const whereOf = (conditions: readonly string[]): string =>
  conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;

function conditionsOf(filter: AuditFilter): { conditions: string[]; values: unknown[] } {
  const conditions: string[] = [];
  const values: unknown[] = [];
  // Equality with one value lets PostgreSQL read an index on the column in the sequence of the page; `= any` does not.
  const isOneOf = (column: string, list: readonly string[]): void => {
    if (list.length === 1) conditions.push(`${column} = $${values.push(list[0])}`);
    else if (list.length > 1) conditions.push(`${column} = any ($${values.push(list)}::text[])`);
  };
  const emails = filter.emails.map(normalizeEmail);
  if (emails.length === 1) {
    conditions.push(`operator_id = (select operator_id from operators where email = $${values.push(emails[0])})`);
  } else if (emails.length > 1) {
    const ids = `select operator_id from operators where email = any ($${values.push(emails)}::text[])`;
    conditions.push(`operator_id = any (array (${ids}))`);
  }
  isOneOf('for_customer', filter.customerNos);
  isOneOf('action', filter.actions);
  isOneOf('subject', filter.subjects);
  // Ids are created in the order of time, so a range of time is a range of the key.
  if (filter.from !== undefined) conditions.push(`audit_id >= $${values.push(firstIdAt(filter.from, 0))}::uuid`);
  if (filter.to !== undefined) conditions.push(`audit_id < $${values.push(firstIdAt(filter.to, 1))}::uuid`);
  return { conditions, values };
}

const maxUuidMs = 2 ** 48 - 1;

/** A UUID below all those of version 7 that are created at a time plus `offsetMs`, in whole milliseconds. */
function firstIdAt(time: Temporal.Instant, offsetMs: number): string {
  const ms = Math.min(maxUuidMs, Math.max(0, time.epochMilliseconds + offsetMs));
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
