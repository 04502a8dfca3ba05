/**
 * Scans and counts at the receiving station. Each runs in one transaction that locks its receipt, and the photos that
 * it attaches. A scan is counted once by its id and keeps its verdict.
 */
import { maxQuantity } from '../contract/fields.ts';
import { findItemsByCode, type ItemCode, readScannableCodesOfItems, type StationPerson } from '../floor/index.ts';
import { readReasonCodes } from '../inventory/index.ts';
import { readBinContentsOfItems } from '../locations/index.ts';
import {
  inventoryStatusesOfCustomer,
  readOperatorSettings,
  unknownInventoryStatusFault,
} from '../operator-settings/index.ts';
import { reusedUndoScanIdRefusal } from '../operators/index.ts';
import { attachPhotos, detachPhotos } from '../photos/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import type { Tx } from '../platform/db/db.ts';
import { type Fault, type Outcome, refuseFaults, refuseState } from '../platform/errors.ts';
import { readCountableReceiptItems } from './inbound-orders.ts';
import {
  type CountableReceiptItem,
  decideManualCount,
  decideReceiptClaimRenewal,
  decideReceiptIssue,
  decideReceiptScanUndo,
  decideScannedCount,
  type Receipt,
  type ReceiptCountResult,
  type ReceiptScanVerdict,
  type ReceiptSession,
  receiptNotFoundRefusal,
} from './receipt.ts';
import {
  insertReceiptScans,
  lockReceipt,
  markReceiptScanUndone,
  readLastCountedReceiptScan,
  readReceiptScans,
  saveReceipt,
} from './receipt-store.ts';
import { createBinScanResult, createUnitsNotInBinResult, findBinByCode } from './source-bins.ts';

/** The condition that a person reports for counted units. `wasCounted`: they had been counted as good units before. */
interface ReceiptConditionReport {
  readonly status: string;
  readonly reasonCode: string;
  readonly note: string;
  readonly wasCounted: boolean;
  /** Ids of uploaded photos. */
  readonly photos: readonly string[];
}

/** One scan, count by hand or undo at the receiving station, in a person's session. */
export interface ReceiptStep {
  readonly session: ReceiptSession;
  readonly scanId: string;
  readonly person: StationPerson;
  readonly mayWorkIn: (warehouse: string) => boolean;
  readonly action:
    | { readonly kind: 'scan'; readonly code: string; readonly lot: string; readonly location: string }
    | {
        readonly kind: 'count';
        readonly itemNo: string;
        readonly units: number | undefined;
        readonly cases: number | undefined;
        readonly lot: string;
        readonly location: string;
        readonly issue: ReceiptConditionReport | undefined;
      }
    | { readonly kind: 'undo' };
}

export interface ReceiptStepResult {
  readonly receipt: Receipt;
  readonly items: readonly CountableReceiptItem[];
  /** Verdict of this scan; a repeated scan has its first verdict. */
  readonly verdict: ReceiptScanVerdict | undefined;
  readonly message: string;
  /** The bin that was scanned, and that the next units are taken out of. */
  readonly bin?: string | undefined;
}

/**
 * Runs a step once by its scan id. Refusals, in order of precedence: `NotFound`; the fault `Reused` for an undo with the id of
 * another step; `StateForbids` when another person has the receipt or it has ended; the faults of a count by hand, then of its photos.
 */
export async function writeReceiptStep(tx: Tx, step: ReceiptStep): Promise<Outcome<ReceiptStepResult>> {
  const { session, scanId, person, action } = step;
  const { customerNo, receiptId } = session;
  const before = await lockReceipt(tx, session);
  if (before === undefined || !step.mayWorkIn(before.warehouse)) return receiptNotFoundRefusal;
  const [earlier] = await readReceiptScans(tx, [{ customerNo, receiptId, scanId }]);
  if (earlier !== undefined) {
    const { verdict, message, kind, code, location } = earlier;
    // An undo that found nothing to undo is `wrong`, without a code, as is a rejected count by hand.
    const isUndo = kind === 'undo' || (kind === 'wrong' && code === '');
    if (action.kind === 'undo' && !isUndo) return reusedUndoScanIdRefusal;
    const items = await readCountableReceiptItems(tx, before);
    return { ok: { receipt: before, items, verdict, message, bin: kind === 'bin' ? location : undefined } };
  }
  const resumed = decideReceiptClaimRenewal(before, session, person, currentRealTime());
  if ('refused' in resumed) return resumed;
  const receipt = resumed.ok;
  if (receipt.state !== 'open')
    return refuseState(receipt.state.toUpperCase(), 'This count has ended. Scan the order that you count next.');
  const decided = await decide(tx, receipt, step);
  if ('refused' in decided) return decided;
  const { result, items, undone } = decided.ok;
  const { kind, itemNo, lot, units, verdict, message, location } = result;
  const code = action.kind === 'scan' ? action.code : '';
  const isCounted = kind !== 'wrong' && kind !== 'undo' && kind !== 'bin';
  const number = isCounted ? result.receipt.scans : 0;
  if (kind === 'issue' && action.kind === 'count' && action.issue !== undefined) {
    const shown = { itemNo, inventoryStatus: action.issue.status, stepId: scanId };
    const attached = await attachPhotos(tx, { ...photoTargetOfReceipt(receipt), ...shown }, action.issue.photos);
    if ('refused' in attached) return attached;
  }
  insertReceiptScans(tx, [
    {
      customerNo,
      receiptId,
      scanId,
      kind,
      code,
      itemNo,
      lot,
      units,
      verdict,
      message,
      person: person.email,
      number,
      location,
    },
  ]);
  if (undone !== undefined) {
    markReceiptScanUndone(tx, { customerNo, receiptId, scanId: undone });
    if (before.issues.length > result.receipt.issues.length) detachPhotos(tx, customerNo, receiptId, undone);
  }
  saveReceipt(tx, result.receipt);
  const bin = kind === 'bin' ? location : undefined;
  return { ok: { receipt: result.receipt, items, verdict, message, bin } };
}

/** The issue as the receipt stores it. Photos are rows of their own. */
const withoutPhotos = ({ photos: _photos, ...issue }: ReceiptConditionReport) => issue;

/** The fields that all photos of a receipt have in common. */
export const photoTargetOfReceipt = ({ customerNo, receiptId, warehouse }: Receipt) => ({
  customerNo,
  warehouse,
  subjectKind: 'receipt' as const,
  subjectId: receiptId,
});

interface Decided {
  readonly result: ReceiptCountResult;
  readonly items: readonly CountableReceiptItem[];
  /** The scan that was taken back. */
  readonly undone?: string;
}

async function decide(tx: Tx, receipt: Receipt, { action, scanId }: ReceiptStep): Promise<Outcome<Decided>> {
  if (action.kind === 'undo') {
    const last = await readLastCountedReceiptScan(tx, receipt);
    const result = decideReceiptScanUndo(receipt, last);
    const isUndone = last !== undefined && result.kind === 'undo';
    return {
      ok: { result, items: await readCountableReceiptItems(tx, receipt), ...(isUndone ? { undone: last.scanId } : {}) },
    };
  }
  if (action.kind === 'scan') {
    const { items, codes } = await readCodes(tx, receipt, action.code);
    const counted = decideScannedCount(receipt, items, codes, action);
    return { ok: { result: await withBin(tx, receipt, counted, action), items } };
  }
  const { itemNo, lot, issue } = action;
  const found = receipt.kind === 'unannounced' ? await findItemsByCode(tx, receipt.customerNo, itemNo) : [];
  const items = await readCountableReceiptItems(
    tx,
    receipt,
    found.filter((each) => each.itemNo === itemNo),
  );
  const item = items.find((each) => each.itemNo === itemNo);
  const faults = item === undefined ? [unknownItem(itemNo)] : countFaults(item, action);
  if (issue !== undefined) faults.push(...(await issueFaults(tx, receipt, issue)));
  if (item === undefined || faults.length > 0) return refuseFaults(faults);
  const units = action.units ?? (action.cases ?? 0) * (item.bottlesPerCase ?? 0);
  const result =
    issue === undefined
      ? await withBin(tx, receipt, decideManualCount(receipt, item, { units, lot, location: action.location }), action)
      : decideReceiptIssue(receipt, item, { issueId: scanId, itemNo, lot, units, ...withoutPhotos(issue) });
  return { ok: { result, items } };
}

/**
 * The result of a count of a departing transfer: a code of no item may name a bin, and what is said to come from a bin must be recorded
 * there, in any quantity.
 */
async function withBin(
  tx: Tx,
  receipt: Receipt,
  counted: ReceiptCountResult,
  { code = '', location }: { readonly code?: string; readonly location: string },
): Promise<ReceiptCountResult> {
  const { customerNo, warehouse, kind } = receipt;
  if (kind !== 'transfer out') return counted;
  if (counted.verdict === 'unknown') {
    const bin = await findBinByCode(tx, { warehouse, location: code });
    return bin === undefined ? counted : createBinScanResult(receipt, bin);
  }
  if (counted.verdict !== 'right' || location === '') return counted;
  const bins = await readBinContentsOfItems(tx, [{ customerNo, warehouse, itemNo: counted.itemNo }]);
  return bins.some((bin) => bin.location === location && bin.quantity > 0)
    ? counted
    : createUnitsNotInBinResult(receipt, counted, location);
}

/** The items that a code may name, with their codes. */
async function readCodes(
  tx: Tx,
  receipt: Receipt,
  code: string,
): Promise<{ readonly items: readonly CountableReceiptItem[]; readonly codes: readonly ItemCode[] }> {
  const { customerNo, kind } = receipt;
  const found = kind === 'unannounced' ? await findItemsByCode(tx, customerNo, code) : [];
  const items = await readCountableReceiptItems(tx, receipt, found);
  const codes = await readScannableCodesOfItems(
    tx,
    items.map(({ itemNo }) => ({ customerNo, itemNo })),
  );
  return { items, codes };
}

const unknownItem = (itemNo: string): Fault => ({
  field: 'ItemNo',
  code: 'NotOnOrder',
  message: `${JSON.stringify(itemNo)} is not an item of this receipt`,
});

function countFaults(
  item: CountableReceiptItem,
  { units, cases }: { units: number | undefined; cases: number | undefined },
): Fault[] {
  if ((units === undefined) === (cases === undefined))
    return [{ field: 'Units', code: 'Required', message: 'is required, or Cases in its place' }];
  if (cases !== undefined && item.bottlesPerCase === undefined)
    return [
      { field: 'Cases', code: 'Format', message: `the catalog does not say how many ${item.itemNo} are in a case` },
    ];
  // The request limits a count in units.
  if ((cases ?? 0) * (item.bottlesPerCase ?? 0) > maxQuantity)
    return [{ field: 'Cases', code: 'Maximum', message: `are more than ${maxQuantity} units` }];
  return [];
}

/**
 * Faults `UnknownStatus` and `UnknownReason`. The reason must be one of status changes, or of adjustments that may
 * remove stock.
 */
async function issueFaults(
  tx: Tx,
  { customerNo }: Receipt,
  { status, reasonCode }: ReceiptConditionReport,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  if (!inventoryStatusesOfCustomer(await readOperatorSettings(tx), customerNo).has(status)) {
    faults.push(unknownInventoryStatusFault('InventoryStatusCode', status));
  }
  const reason = (await readReasonCodes(tx)).get(reasonCode);
  if (
    reason === undefined ||
    reason.usedFor === 'production' ||
    (reason.usedFor === 'adjustment' && reason.direction === 'in')
  ) {
    const message = `${JSON.stringify(reasonCode)} is not a reason for another condition`;
    faults.push({ field: 'ReasonCode', code: 'UnknownReason', message });
  }
  return faults;
}
