/** Edits of the operator's settings: recorded in the audit in their transaction. */
import type { OnEdit } from '../operator-settings/index.ts';
import { recordAudit } from '../operators/index.ts';
import { AppError, type Outcome } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';

/** Records the edit of a setting, for example `warehouse.set` or `warehouse.removed`, as `show` shows it. */
export function auditedEdit<Setting>(
  context: OperatorContext,
  noun: string,
  subject: string,
  show: (setting: Setting) => Readonly<Record<string, unknown>>,
  customerNo?: string,
): OnEdit<Setting> {
  return (tx, before, after) =>
    recordAudit(tx, context, {
      action: `${noun}.${after === undefined ? 'removed' : 'set'}`,
      subject,
      customerNo,
      before: before && show(before),
      after: after && show(after),
    });
}

/** The value of a successful outcome. Throws the refusal otherwise. */
export function doneOrThrow<Done>(outcome: Outcome<Done>): Done {
  if ('ok' in outcome) return outcome.ok;
  throw new AppError(outcome.refused);
}
