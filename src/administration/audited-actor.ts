/** The operator, or the account that runs a command, as the actor of changes to customers and credentials. */
import type { AdministrationActor } from '../auth/index.ts';
import { type AuditContext, recordAudit } from '../operators/index.ts';

/**
 * The change is logged as the actor's, and recorded in the audit in its transaction, once for each of its customers. A
 * change without a customer is recorded once, and is in no log.
 */
export function createAuditingActor(context: AuditContext): Required<AdministrationActor> {
  const { actor, operation, reference } = context;
  return {
    actor,
    operation,
    reference,
    onChange: (tx, { kind, name, customerNos, before, after }) => {
      for (const customerNo of customerNos.length === 0 ? [undefined] : customerNos) {
        recordAudit(tx, context, { action: kind, subject: name, customerNo, before, after });
      }
    },
  };
}
