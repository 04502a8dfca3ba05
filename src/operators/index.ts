/** The public interface of operators. */
export { type CreatedOperator, createOperator, isEmail } from './administration.ts';
export { type AuditActor, type AuditEntry, recordAudit } from './audit.ts';
export { operatorSecretsOf } from './operator-secrets.ts';
export { insertOperator } from './operator-store.ts';
export { operatorSessions, startSession } from './sessions.ts';
