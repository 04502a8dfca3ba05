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
export { operatorSecretsOf } from './operator-secrets.ts';
export { insertOperator, listOperators } from './operator-store.ts';
export { hashPassword } from './password-hash.ts';
export { operatorSessions, startSession } from './sessions.ts';
export { visibleWarehouses } from './visible-warehouses.ts';
