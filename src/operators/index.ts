/** The public interface of operators. */

export { type AuditContext, type AuditEntry, type AuditedChange, recordAudit, recordAudits } from './audit.ts';
export { type AuditRow, countAudit, listAudit } from './audit-list.ts';
export { createAuditedWriter } from './audited-writer.ts';
export { type BuildReply, defineOperatorList, type RequestedPage } from './define-list.ts';
export { readSubjectsChangedByEarlierRuns } from './earlier-changes.ts';
export { type EventStreams, openEventStreams } from './event-streams.ts';
export { createOperator, resetOperatorPassword, resetOperatorTotp, setOperatorDisabled } from './manage-operators.ts';
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
export { reusedUndoScanIdRefusal, runStationStep, runStationStepOnce } from './run-step.ts';
export { operatorSessionFinder, readOpenSessions, startSession } from './sessions.ts';
export { eventStreamTopicRoles, eventStreamTopics, publishChangedTopics, topicsOfEventKinds } from './topics.ts';
export { assertWorksInWarehouse, limitToVisibleWarehouses, worksInWarehouse } from './visible-warehouses.ts';
