/** Reads the audit entries of a test's changes. */
import type { TestServer } from './server.ts';

export interface AuditRow {
  readonly action: string;
  readonly subject: string;
  readonly for_customer: string | null;
  readonly actor: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The entries of an operation in the sequence of their changes. */
export async function auditOf({ database }: TestServer, operation: string): Promise<AuditRow[]> {
  const { rows } = await database.pool.query<AuditRow>(
    `select action, subject, for_customer, actor, before, after from operator_audit
      where operation = $1 order by audit_id`,
    [operation],
  );
  return rows;
}

/** The operation and action of each entry of `dray` commands, without repetition. The actor of such entries is an account of the system. */
export async function auditedCommands({ database }: Pick<TestServer, 'database'>, ...commands: string[]) {
  const { rows } = await database.pool.query<{ operation: string; action: string }>(
    `select distinct operation, action from operator_audit
      where operation like any ($1) and actor like 'operator:%' and operator_id is null order by 1, 2`,
    [commands.map((command) => `dray ${command}%`)],
  );
  return rows.map(({ operation, action }) => `${operation}: ${action}`);
}

/** The newest entry of an operation. */
export async function lastAudit(server: TestServer, operation: string): Promise<AuditRow | undefined> {
  return (await auditOf(server, operation)).at(-1);
}
