/** Reads the audit. Each filter is a condition on its own, so that a combination of them uses the index of one. */

import type { DbReader } from '../platform/db/db.ts';
import { allConditionsSql, equalsAnySql, rawSql, runSql, type Sql, sql } from '../platform/db/sql.ts';
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
  const older = after !== undefined && sql`audit_id < ${after}::uuid`;
  return await runSql<AuditRow>(
    reader,
    sql`select audit_id, recorded_at, actor, operation, reference, action, subject, for_customer, before, after
          from operator_audit where ${allConditionsSql([...conditionsOf(filter), older])}
         order by audit_id desc limit ${limit}`,
  );
}

/** The number of entries that match, at most `limit`. */
export async function countAudit(reader: DbReader, filter: AuditFilter, limit: number): Promise<number> {
  const [row] = await runSql<{ count: number }>(
    reader,
    sql`select count(*)::int as count
          from (select 1 from operator_audit where ${allConditionsSql(conditionsOf(filter))} limit ${limit}) as found`,
  );
  return row?.count ?? 0;
}

function conditionsOf({ emails, customerNos, actions, subjects, from, to }: AuditFilter) {
  return [
    byOperators(emails.map(normalizeEmail)),
    isOneOf('for_customer', customerNos),
    isOneOf('action', actions),
    isOneOf('subject', subjects),
    // Ids are created in the order of time, so a range of time is a range of the key.
    from !== undefined && sql`audit_id >= ${firstIdAt(from, 0)}::uuid`,
    to !== undefined && sql`audit_id < ${firstIdAt(to, 1)}::uuid`,
  ];
}

/** Equality with one value lets PostgreSQL read an index on the column in the sequence of the page; `= any` does not. */
function isOneOf(column: string, list: readonly string[]): Sql | undefined {
  if (list.length === 1) return sql`${rawSql(column)} = ${list[0]}`;
  return list.length > 1 ? equalsAnySql(column, list) : undefined;
}

function byOperators(emails: readonly string[]): Sql | undefined {
  if (emails.length === 1) return sql`operator_id = (select operator_id from operators where email = ${emails[0]})`;
  const ids = sql`select operator_id from operators where email = any (${emails}::text[])`;
  return emails.length > 1 ? sql`operator_id = any (array (${ids}))` : undefined;
}

const maxUuidMs = 2 ** 48 - 1;

/** A UUID below all those of version 7 that are created at a time plus `offsetMs`, in whole milliseconds. */
function firstIdAt(time: Temporal.Instant, offsetMs: number): string {
  const ms = Math.min(maxUuidMs, Math.max(0, time.epochMilliseconds + offsetMs));
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
