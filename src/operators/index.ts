/** The public interface of operators. */
export { createOperator, resetOperatorPassword, resetOperatorTotp, setOperatorDisabled } from './administration.ts';
export { type AuditContext, type AuditEntry, type AuditedChange, recordAudit, recordAudits } from './audit.ts';
export { type AuditRow, countAudit, listAudit } from './audit-list.ts';
export { auditedWriter } from './audited-writer.ts';
export { readSubjectsChangedByEarlierRuns } from './earlier-changes.ts';
export { type EventStreams, openEventStreams } from './event-streams.ts';
export { deriveOperatorAuthKeys } from './operator-auth-keys.ts';
export { valueOrThrowAppError } from './operator-fields.ts';
export { insertOperator, listOperators } from './operator-store.ts';
export { hashPassword } from './password-hash.ts';
export {
  assertRecordVersion,
  expectedVersionField,
  findRecordVersionConflict,
  recordVersionOf,
  versionedRecordSchema,
  withRecordVersion,
} from './record-version.ts';
export { undoOfEarlierStepRefusal, writeStationStep, writeStationStepOnce } from './run-step.ts';
export { operatorSessionFinder, readOpenSessions, startSession } from './sessions.ts';
export { publishChangedTopics, topicRoles, topics, topicsOfEventKinds } from './topics.ts';
export { assertWorksInWarehouse, visibleWarehouses, worksInWarehouse } from './visible-warehouses.ts';
