/**
 * Steps at the returns station, each in one transaction that locks the order, then the return; the receipt locks the return alone. A
 * scan or decision with an id is made once, and keeps its verdict; receiving a return and ending an inspection change nothing when they
 * are done already.
 */
import { cancelUnpackedBoxes, readScannableCodesOfItems } from '../floor/index.ts';
import { assertPresent } from '../lib/assert.ts';
import {
  inventoryStatusesOfCustomer,
  readOperatorSettings,
  unknownInventoryStatusFault,
} from '../operator-settings/index.ts';
import { recordAudit, reusedUndoScanIdRefusal } from '../operators/index.ts';
import { attachPhotos, detachPhotos } from '../photos/index.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Outcome, type Refusal, refuse, refuseFaults, refuseState } from '../platform/errors.ts';
import type { OperatorContext } from '../platform/http/operator-operation.ts';
import {
  applyReturnDispositions,
  type Disposition,
  type InspectableReturn,
  inspectReturns,
  lockInspectableReturn,
  lockReturns,
  type OrderReturn,
  type ReturnKey,
  receiveReturns,
} from '../returns/index.ts';
import {
  computeInspectionDifferences,
  decideBottleScan,
  type InspectionDifference,
  type InspectionScanResult,
  type InspectionScanVerdict,
  toInspectedLines,
} from './inspection.ts';
import {
  insertReturnScans,
  markReturnScanUndone,
  readCountedReturnScan,
  readFoundUnits,
  readLastCountedReturnScan,
  readNextReturnScanNumber,
  readReturnScans,
} from './scan-store.ts';
import { describeUnitsInOtherReturns, refuseTooManyBottles } from './too-many-bottles.ts';

/**
 * What every step at the returns station needs: the return, the person, and the warehouses in which the person may
 * work.
 */
export interface ReturnStepContext extends ReturnKey {
  readonly context: OperatorContext;
  /** The e-mail of the person. */
  readonly person: string;
  readonly mayWorkIn: (warehouse: string) => boolean;
}

export interface ReturnStepResult {
  readonly orderReturn: OrderReturn;
  readonly verdict: InspectionScanVerdict | undefined;
  readonly message: string;
  /** The differences from the announcement that have to be confirmed. */
  readonly differences: readonly InspectionDifference[];
}

const reply = (orderReturn: OrderReturn, message: string, verdict?: InspectionScanVerdict): ReturnStepResult => ({
  orderReturn,
  message,
  verdict,
  differences: [],
});

const returnNotFound = refuse('NotFound', 'There is no such return in your warehouses.');

const inspecting: ReadonlySet<string> = new Set(['RECEIVED', 'INSPECTING']);

/**
 * Receives an EXPECTED return at a warehouse. A return that has arrived there before stays as it is. Refusals:
 * `NotFound`; `StateForbids` when it has arrived elsewhere or was canceled; the fault `TakesNoReturns`.
 */
export async function receiveReturnAtStation(
  tx: Tx,
  step: ReturnStepContext,
  warehouse: string,
): Promise<Outcome<ReturnStepResult>> {
  const { customerNo, returnId, context } = step;
  const [before] = await lockReturns(tx, [{ customerNo, returnId }]);
  if (before === undefined) return returnNotFound;
  if (before.receivedAt !== undefined && before.warehouse === warehouse)
    return { ok: reply(before, formatOpenedReturnMessage(before)) };
  if (before.receivedAt !== undefined) {
    return refuseState(before.status, `Return ${before.rmaNumber} has arrived at ${before.warehouse}.`);
  }
  const [outcome] = await receiveReturns(tx, [{ returnId, ...context.forCustomer(customerNo), warehouse }]);
  const received = assertPresent(outcome, 'the outcome of a batch of one');
  if ('refused' in received) return received;
  recordAudit(tx, context, {
    action: 'return.received',
    subject: returnId,
    customerNo,
    after: { RMANumber: before.rmaNumber, Warehouse: warehouse },
  });
  return { ok: reply(received.ok, formatOpenedReturnMessage(received.ok)) };
}

/** The message about a return for the person at the station: its state, and what to do next. */
export function formatOpenedReturnMessage({ rmaNumber, status, orderNo }: OrderReturn): string {
  if (status === 'EXPECTED') return `${rmaNumber} of order ${orderNo} is expected.`;
  if (inspecting.has(status)) return `${rmaNumber} of order ${orderNo} is here. Scan each bottle.`;
  if (status === 'CLOSED') return `${rmaNumber} is closed.`;
  return `${rmaNumber} is inspected. Decide what becomes of the bottles.`;
}

/**
 * Runs a step once by its id: an earlier one gives its stored verdict and message again with the return as it is now, except that an
 * undo with the id of another step is refused (`Reused`); otherwise `run` gets the locked return.
 */
async function runOnce(
  tx: Tx,
  step: ReturnStepContext,
  { scanId, isUndo = false }: { readonly scanId: string; readonly isUndo?: boolean },
  run: (locked: InspectableReturn) => Promise<Outcome<ReturnStepResult>>,
): Promise<Outcome<ReturnStepResult>> {
  const { customerNo, returnId } = step;
  const locked = await lockInspectableReturn(tx, { customerNo, returnId });
  if (locked === undefined || !step.mayWorkIn(locked.orderReturn.warehouse)) return returnNotFound;
  const [earlier] = await readReturnScans(tx, [{ customerNo, returnId, scanId }]);
  if (earlier !== undefined) {
    if (isUndo && earlier.kind !== 'undo') return reusedUndoScanIdRefusal;
    return { ok: reply(locked.orderReturn, earlier.message, earlier.verdict) };
  }
  return await run(locked);
}

/**
 * Counts a bottle in the condition in which it was found. Refusals: `NotFound`; `StateForbids` unless the return is
 * being inspected; the fault `UnknownStatus`.
 */
export async function scanReturnedBottle(
  tx: Tx,
  step: ReturnStepContext,
  { scanId, code, status }: { readonly scanId: string; readonly code: string; readonly status: string },
): Promise<Outcome<ReturnStepResult>> {
  return await runOnce(tx, step, { scanId }, async ({ orderReturn, possibleUnits }) => {
    const { customerNo, returnId, lines } = orderReturn;
    const refusal = refuseUnlessInspecting(orderReturn);
    if (refusal !== undefined) return refusal;
    if (!inventoryStatusesOfCustomer(await readOperatorSettings(tx), customerNo).has(status)) {
      return refuseFaults([unknownInventoryStatusFault('InventoryStatusCode', status)]);
    }
    const codes = await readScannableCodesOfItems(
      tx,
      lines.map(({ itemNo }) => ({ customerNo, itemNo })),
    );
    const found = await readFoundUnits(tx, orderReturn);
    const number = await readNextReturnScanNumber(tx, orderReturn);
    const result: InspectionScanResult = decideBottleScan({ lines, found }, codes, { code, status }, possibleUnits);
    const { counted, verdict, tooManyOf } = result;
    const why = tooManyOf === undefined ? '' : await describeUnitsInOtherReturns(tx, orderReturn, tooManyOf);
    const message = `${result.message}${why}`;
    insertReturnScans(tx, [
      {
        customerNo,
        returnId,
        scanId,
        code,
        verdict,
        message,
        person: step.person,
        ...(counted === undefined
          ? { kind: 'wrong' as const, itemNo: '', status: '', units: 0, number: 0 }
          : { kind: 'bottle' as const, ...counted, number }),
      },
    ]);
    return { ok: reply(orderReturn, message, verdict) };
  });
}

/**
 * Takes back the last scan of the person, else that of a colleague who has stopped: several people may inspect one return. Refusals: `NotFound`; the fault `Reused` for the id of another step; `StateForbids` unless the return is
 * being inspected.
 */
export async function undoReturnScan(
  tx: Tx,
  step: ReturnStepContext,
  scanId: string,
): Promise<Outcome<ReturnStepResult>> {
  return await runOnce(tx, step, { scanId, isUndo: true }, async ({ orderReturn }) => {
    const { customerNo, returnId } = orderReturn;
    const refusal = refuseUnlessInspecting(orderReturn);
    if (refusal !== undefined) return refusal;
    const found = await readLastCountedReturnScan(tx, orderReturn, step.person);
    const isOfColleague = found !== undefined && found.person !== step.person && found.isRecent;
    const last = isOfColleague ? undefined : found;
    const verdict = last === undefined ? 'wrong' : 'right';
    const message = isOfColleague
      ? `Nothing of what is counted here is yours. ${found.person} scanned ${found.itemNo} last and can take it back.`
      : last === undefined
        ? 'Nothing is scanned.'
        : `${last.itemNo} is not counted any more.`;
    insertReturnScans(tx, [
      {
        customerNo,
        returnId,
        scanId,
        kind: 'undo',
        code: '',
        itemNo: last?.itemNo ?? '',
        status: '',
        units: 0,
        verdict,
        message,
        person: step.person,
        number: 0,
      },
    ]);
    if (last !== undefined) {
      markReturnScanUndone(tx, orderReturn, last.scanId);
      detachPhotos(tx, customerNo, returnId, last.scanId);
    }
    return { ok: reply(orderReturn, message, verdict) };
  });
}

/**
 * Adds photos to a scanned bottle or case; photos that it already has stay. Returns as refusals: `NotFound` for an unknown return, or
 * one in a warehouse where the person may not work; `StateForbids` unless the return is being inspected; `NotFound` for a scan that
 * counted nothing or was taken back; those of `attachPhotos`.
 */
export async function addReturnScanPhotos(
  tx: Tx,
  step: ReturnStepContext,
  scanId: string,
  photos: readonly string[],
): Promise<Outcome<ReturnStepResult>> {
  const { customerNo, returnId } = step;
  const locked = await lockInspectableReturn(tx, { customerNo, returnId });
  if (locked === undefined || !step.mayWorkIn(locked.orderReturn.warehouse)) return returnNotFound;
  const { orderReturn } = locked;
  const refusal = refuseUnlessInspecting(orderReturn);
  if (refusal !== undefined) return refusal;
  const scan = await readCountedReturnScan(tx, orderReturn, scanId);
  if (scan === undefined) return refuse('NotFound', 'This bottle is not counted any more. Scan it again.');
  const { itemNo, status: inventoryStatus } = scan;
  const { warehouse } = orderReturn;
  const target = { customerNo, warehouse, subjectKind: 'return' as const, subjectId: returnId, stepId: scanId };
  const attached = await attachPhotos(tx, { ...target, itemNo, inventoryStatus }, photos);
  if ('refused' in attached) return attached;
  const what = photos.length === 1 ? 'A photo' : `${photos.length} photos`;
  return { ok: reply(orderReturn, `${what} of ${itemNo}.`) };
}

function refuseUnlessInspecting({ rmaNumber, status }: OrderReturn): Outcome<never> | undefined {
  if (inspecting.has(status)) return undefined;
  return refuseState(status, `Return ${rmaNumber} is not being inspected: its status is ${status}.`);
}

/**
 * Ends the inspection: records the scanned units of all lines that are not inspected. Differences from the announcement
 * are returned first; they are recorded only with `isConfirmed`. Boxes of the order that did not leave, and whose bottles were found, are
 * canceled. An inspection that has ended stays as it is. Refusals, in order of
 * precedence: `NotFound`; `StateForbids` when the return has not arrived or was canceled; `refuseTooManyBottles`; the faults of `inspectReturns`.
 */
export async function endReturnInspection(
  tx: Tx,
  step: ReturnStepContext,
  isConfirmed: boolean,
): Promise<Outcome<ReturnStepResult>> {
  const { customerNo, returnId, context } = step;
  const locked = await lockInspectableReturn(tx, { customerNo, returnId });
  if (locked === undefined || !step.mayWorkIn(locked.orderReturn.warehouse)) return returnNotFound;
  const { orderReturn } = locked;
  if (orderReturn.receivedAt !== undefined && !inspecting.has(orderReturn.status)) {
    return { ok: reply(orderReturn, formatOpenedReturnMessage(orderReturn)) };
  }
  const refusal = refuseUnlessInspecting(orderReturn);
  if (refusal !== undefined) return refusal;
  const found = await readFoundUnits(tx, orderReturn);
  const tooMany = await refuseTooManyBottles(tx, locked, found);
  if (tooMany !== undefined) return tooMany;
  const differences = computeInspectionDifferences(orderReturn.lines, found);
  if (differences.length > 0 && !isConfirmed) {
    const message = 'This differs from what was announced. Count again, or confirm it.';
    return { ok: { ...reply(orderReturn, message), differences } };
  }
  const [outcome] = await inspectReturns(tx, [
    { returnId, ...context.forCustomer(customerNo), lines: toInspectedLines(orderReturn.lines, found) },
  ]);
  const inspected = assertPresent(outcome, 'the outcome of a batch of one');
  if ('refused' in inspected) return inspected;
  const unpacked = await cancelUnpackedBoxes(tx, { customerNo, orderId: orderReturn.orderId });
  recordAudit(tx, context, {
    action: 'return.inspected',
    subject: returnId,
    customerNo,
    after: {
      RMANumber: orderReturn.rmaNumber,
      Found: found.map(({ itemNo, status, units }) => ({ ItemNo: itemNo, InventoryStatus: status, Units: units })),
      Differences: differences.length,
      ...(unpacked.length > 0 && { CanceledBoxes: unpacked.map(({ trackingNo }) => trackingNo) }),
    },
  });
  return { ok: reply(inspected.ok, formatOpenedReturnMessage(inspected.ok)) };
}

/** The disposition of found bottles. */
interface StationDispositionRequest {
  readonly scanId: string;
  readonly disposition: Disposition;
  readonly inventoryStatus: string | undefined;
  /** One finding, or some units of it; undefined: all findings without a disposition. */
  readonly target:
    | { readonly line: number; readonly finding: number; readonly quantity: number | undefined }
    | undefined;
}

/**
 * Disposes of found bottles, once by the id of the decision. Refusals: `NotFound`, the fault `UnknownLine`, then those
 * of `applyReturnDispositions`.
 */
export async function applyDispositionAtStation(
  tx: Tx,
  step: ReturnStepContext,
  { scanId, disposition, inventoryStatus, target }: StationDispositionRequest,
): Promise<Outcome<ReturnStepResult>> {
  return await runOnce(tx, step, { scanId }, async ({ orderReturn }) => {
    const { customerNo, returnId, lines } = orderReturn;
    const { context } = step;
    const itemNo = lines.find(({ line }) => line === target?.line)?.itemNo;
    if (target !== undefined && itemNo === undefined) {
      const message = `is not a line of ${orderReturn.rmaNumber}`;
      return refuseFaults([{ field: 'Line', code: 'UnknownLine', message }]);
    }
    const { quantity, ...finding } = target ?? { quantity: undefined };
    const [outcome] = await applyReturnDispositions(tx, [
      {
        returnId,
        ...context.forCustomer(customerNo),
        disposition,
        inventoryStatus,
        lines:
          itemNo === undefined ? undefined : [{ itemNo, ...finding, ...(quantity === undefined ? {} : { quantity }) }],
        recipient: undefined,
      },
    ]);
    const disposed = assertPresent(outcome, 'the outcome of a batch of one');
    if ('refused' in disposed) return withStationFields(disposed);
    const { after, reship } = disposed.ok;
    const message = `${itemNo === undefined ? '' : `${itemNo}: `}${disposedMessage(after, disposition, reship?.shipmentKey)}`;
    insertReturnScans(tx, [
      {
        customerNo,
        returnId,
        scanId,
        kind: 'disposition',
        code: disposition,
        itemNo: itemNo ?? '',
        status: '',
        units: 0,
        verdict: 'right',
        message,
        person: step.person,
        number: 0,
      },
    ]);
    recordAudit(tx, context, {
      action: 'return.disposed',
      subject: returnId,
      customerNo,
      after: { RMANumber: orderReturn.rmaNumber, Disposition: disposition, Status: after.status },
    });
    return { ok: reply(after, message, 'right') };
  });
}

/** The refusal with the fields of the decision, which has the quantity of its one finding without a list. */
function withStationFields(disposed: { readonly refused: Refusal }): { readonly refused: Refusal } {
  const { code, faults = [] } = disposed.refused;
  if (code !== 'ValidationFailed') return disposed;
  return refuseFaults(faults.map((fault) => ({ ...fault, field: fault.field.replace(/^Lines\[0\]\./, '') })));
}

function disposedMessage({ rmaNumber, status, orderNo }: OrderReturn, disposition: Disposition, key = ''): string {
  const reshipped = disposition === 'Reship' ? ` Order ${orderNo} ships again as ${key}.` : '';
  return `${disposition}.${reshipped} ${status === 'CLOSED' ? `${rmaNumber} is closed.` : 'Decide on the next bottles.'}`;
}
