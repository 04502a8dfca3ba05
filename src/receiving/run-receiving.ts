/** Runs steps of the receiving station for an operator's request, and cancels and closes purchase and transfer orders. */
import { assertPresent } from '../lib/assert.ts';
import { recordAudit, worksInWarehouse, writeStationStep } from '../operators/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { AppError, type Outcome, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { readReceiptItems } from './inbound-orders.ts';
import { parseReceiptSession, type Receipt, type ReceiptSession } from './receipt.ts';
import { applyReceiptStep, type ReceiptStep, type ReceiptStepResult } from './receipt-step.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context'>;

/** The session in a request. Throws `ValidationFailed` for a text that is not one. */
export function parseReceiptSessionOrThrow(text: string): ReceiptSession {
  const session = parseReceiptSession(text);
  if (session === undefined) throw new AppError(refuse('ValidationFailed', 'Session is not one.').refused);
  return session;
}

export const receivingPersonOf = ({ operator }: Pick<Call, 'operator'>) => ({
  ...{ operatorId: operator.operatorId, email: operator.email },
});

export const warehouseAccessCheckOf =
  ({ operator }: Pick<Call, 'operator'>) =>
  (warehouse: string): boolean =>
    worksInWarehouse(operator, warehouse);

/** Runs one scan, count or undo; returns the whole receipt. */
export async function runReceiptStep(
  call: OperatorCall<{ readonly Session: string; readonly ScanId: string }>,
  action: ReceiptStep['action'],
): Promise<ReceiptStepResult> {
  const { Session, ScanId } = call.request;
  const session = parseReceiptSessionOrThrow(Session);
  const step = {
    session,
    scanId: ScanId.toLowerCase(),
    person: receivingPersonOf(call),
    mayWorkIn: warehouseAccessCheckOf(call),
    action,
  };
  return await writeStationStep(call, (tx) => applyReceiptStep(tx, step));
}

/** A receipt that was opened, as replies show it. */
export async function readOpenedReceipt(
  { environment: { db } }: Call,
  receipt: Receipt,
  message = '',
): Promise<ReceiptStepResult> {
  return { receipt, items: await readReceiptItems(db, receipt), verdict: undefined, message };
}

/** The outcome of a batch of one. */
function oneOutcome<Done>(outcomes: readonly Outcome<Done>[]): Outcome<Done> {
  return assertPresent(outcomes[0], 'the outcome of a batch of one');
}

/** A command that names one purchase or transfer order, as their batch writers take it. */
type OrderCommand = ReturnType<OperatorCall<unknown>['context']['forCustomer']> & {
  readonly name: { readonly customerNo: string; readonly reference: string };
};

interface OrderEnd<Status extends string> {
  /** Name of the action in the audit. */
  readonly action: string;
  readonly status: Status;
  end(tx: Tx, commands: readonly OrderCommand[]): Promise<readonly Outcome<unknown>[]>;
}

/** Cancels or closes one purchase or transfer order for an operator, audited in the same transaction. Throws its refusal. */
export async function endInboundOrder<Status extends string>(
  call: OperatorCall<{ readonly CustomerNo: string; readonly TransactionReferenceNumber: string }>,
  { action, status, end }: OrderEnd<Status>,
): Promise<{ readonly Status: Status }> {
  const { CustomerNo: customerNo, TransactionReferenceNumber: reference } = call.request;
  await writeStationStep(call, async (tx) => {
    const command = { ...call.context.forCustomer(customerNo), name: { customerNo, reference } };
    const outcome = oneOutcome(await end(tx, [command]));
    if ('ok' in outcome) {
      recordAudit(tx, call.context, { action, subject: reference, customerNo, after: { Status: status } });
    }
    return outcome;
  });
  return { Status: status };
}
