/** Runs steps of the receiving station for an operator's request. */
import type { Static } from 'typebox';
import { runStationStep, worksInWarehouse } from '../operators/index.ts';
import { AppError, refuse } from '../platform/errors.ts';
import type { OperatorCall } from '../platform/http/operator-operation.ts';
import { readCountableReceiptItems } from './inbound-orders.ts';
import { parseReceiptSession, type Receipt, type ReceiptSession } from './receipt.ts';
import { type ReceiptRecord, readReceiptRecord } from './receipt-record.ts';
import { type ReceiptStep, type ReceiptStepResult, writeReceiptStep } from './receipt-step.ts';

type Call = Pick<OperatorCall<unknown>, 'environment' | 'operator' | 'context'>;

/** The session in a request. Throws `ValidationFailed` for a text that does not have the form of a session. */
export function parseReceiptSessionOrThrow(text: string): ReceiptSession {
  const session = parseReceiptSession(text);
  if (session === undefined)
    throw new AppError(
      refuse('ValidationFailed', 'Session must be a Session of Receiving/Open or Receiving/Park.').refused,
    );
  return session;
}

export const receivingPersonOf = ({ operator }: Pick<Call, 'operator'>) => ({
  operatorId: operator.operatorId,
  email: operator.email,
});

/** Returns a function that decides whether the operator works in a warehouse. */
export const warehouseAccessCheckOf =
  ({ operator }: Pick<Call, 'operator'>) =>
  (warehouse: string): boolean =>
    worksInWarehouse(operator, warehouse);

/**
 * Writes one scan, count or undo of a receipt in a transaction, and returns the record of the whole receipt. Throws its refusals; then
 * nothing is written.
 */
export async function runReceiptStep(
  call: OperatorCall<{ readonly Session: string; readonly ScanId: string }>,
  action: ReceiptStep['action'],
): Promise<Static<typeof ReceiptRecord>> {
  const { Session, ScanId } = call.request;
  const session = parseReceiptSessionOrThrow(Session);
  const step = {
    session,
    scanId: ScanId.toLowerCase(),
    person: receivingPersonOf(call),
    mayWorkIn: warehouseAccessCheckOf(call),
    action,
  };
  return await readReceiptRecord(call.environment.db, await runStationStep(call, (tx) => writeReceiptStep(tx, step)));
}

/** Returns a receipt that was opened with the items that it may count, which are read now. */
export async function readOpenedReceiptResult(
  { environment: { db } }: Call,
  receipt: Receipt,
): Promise<ReceiptStepResult> {
  return { receipt, items: await readCountableReceiptItems(db, receipt), verdict: undefined, message: '' };
}
