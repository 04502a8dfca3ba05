/** The operator, or the account that runs a command, as the actor of changes to customers and credentials. */
import type { AdministrationActor } from '../auth/index.ts';
import { type AuditContext, recordAudit } from '../operators/index.ts';

/**
 * Creates an actor that records each of its changes in the audit, in the transaction of the change: once for each customer of the change. A
 * change without a customer is recorded once, and is in no customer's log.
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
