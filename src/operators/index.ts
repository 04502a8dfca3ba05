/** The public interface of operators. */
export {
  createOperator,
  disableOperator,
  type IssuedOperatorPassword,
  isEmail,
  resetPassword,
  resetTotp,
} from './administration.ts';
export { type AuditActor, type AuditEntry, recordAudit } from './audit.ts';
export { type AuditRow, countAudit, listAudit } from './audit-list.ts';
export { audited } from './audited-writer.ts';
export { changedByEarlierRuns } from './earlier-changes.ts';
export { type EventStreams, openEventStreams } from './event-streams.ts';
export { valueOrAppError } from './operator-fields.ts';
export { operatorSecretsOf } from './operator-secrets.ts';
export { insertOperator, listOperators } from './operator-store.ts';
export { hashPassword } from './password-hash.ts';
export {
  assertVersion,
  expectedVersionField,
  versioned,
  versionField,
  versionOf,
  versionRefusal,
  withVersion,
} from './record-version.ts';
export { refuseUndoOfEarlier, writeStep, writeStepOnce } from './run-step.ts';
export { operatorSessions, readSessions, startSession } from './sessions.ts';
export { publishTopics, topicRoles, topics, topicsOf } from './topics.ts';
export { assertWorksIn, visibleWarehouses, worksIn } from './visible-warehouses.ts';
