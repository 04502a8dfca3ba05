/** Decisions at the receiving station: who counts a pallet, what was counted, and how it differs from what was expected. Pure (decision 43). */
import { createItemCodeMatcher, type ItemCode, type StationPerson } from '../floor/index.ts';
import { endOfWorkClaim, formatWorkClaim, isWorkClaimed, parseCustomerWorkClaim } from '../lib/work-claims.ts';
import { type Outcome, refuse, refuseState } from '../platform/errors.ts';

export type ReceiptKind = 'purchase order' | 'transfer in' | 'transfer out' | 'unannounced';
export const receiptKinds = ['purchase order', 'transfer in', 'transfer out', 'unannounced'] as const;

export type ReceiptState = 'open' | 'finished' | 'parked' | 'attached' | 'discarded';
export const receiptStates = ['open', 'finished', 'parked', 'attached', 'discarded'] as const;

/** The refusal when there is no such receipt, or the operator does not work in its warehouse. */
export const receiptNotFoundRefusal = refuse('NotFound', 'There is no such receipt in your warehouses.');

/** Counted units in the condition that the order announced. */
export interface CountedUnits {
  readonly itemNo: string;
  /** '' for none. */
  readonly lot: string;
  readonly units: number;
  /** The bin that units of a departing transfer were taken out of; absent or '' when none was named. */
  readonly location?: string;
}

/** Units in another condition, such as damaged, with the reason of the person. */
export interface OtherConditionUnits extends CountedUnits {
  /** The id of the count that reported it. */
  readonly issueId: string;
  /** The inventory status into which they go. */
  readonly status: string;
  readonly reasonCode: string;
  readonly note: string;
  /** Whether they had been counted as good units before. */
  readonly wasCounted: boolean;
}

/** How counted units of an item differ from those that were expected: above 0 too many, below 0 missing. */
export interface ReceiptDifference {
  readonly itemNo: string;
  readonly expected: number;
  readonly counted: number;
  readonly difference: number;
}

/** A difference with the reason of the person. */
export interface ExplainedReceiptDifference extends ReceiptDifference {
  /** '' for none. */
  readonly reasonCode: string;
  readonly note: string;
}

/** Units of an item that were posted to the ledger, in this inventory status. */
export interface PostedUnits {
  readonly itemNo: string;
  readonly units: number;
  readonly status: string;
}

/** What the end of a receipt posted, and the resulting status of its order. Stored with the receipt. */
export interface ReceiptPostingResult {
  /** Status of the order; '' for a parked delivery. */
  readonly orderStatus: string;
  readonly posted: readonly PostedUnits[];
  readonly differences: readonly ExplainedReceiptDifference[];
}

/** A pallet that one person counts. */
export interface Receipt {
  readonly customerNo: string;
  readonly receiptId: string;
  readonly kind: ReceiptKind;
  readonly warehouse: string;
  readonly orderId: string | undefined;
  readonly orderNumber: string;
  /** From 1 among the receipts of the same kind of an order. */
  readonly pallet: number;
  /** What is written on it; '' for nothing. */
  readonly label: string;
  readonly state: ReceiptState;
  readonly claim: number;
  readonly personId: string;
  readonly person: string;
  readonly claimedUntil: Temporal.Instant;
  /** Where an unannounced delivery stands. */
  readonly place: string;
  readonly note: string;
  readonly counted: readonly CountedUnits[];
  readonly issues: readonly OtherConditionUnits[];
  /** How many scans and counts were counted, also those that were taken back. */
  readonly scans: number;
  /** The differences that the person was shown first; undefined: none were shown. */
  readonly shown: readonly ReceiptDifference[] | undefined;
  readonly result: ReceiptPostingResult | undefined;
  readonly endedAt: Temporal.Instant | undefined;
}

/** An item that the receipt may count. */
export interface CountableReceiptItem {
  readonly itemNo: string;
  readonly description: string;
  readonly uom: string;
  readonly bottlesPerCase: number | undefined;
  /** Units that are still expected, or are to be picked; undefined for a delivery that no order announced. */
  readonly expected: number | undefined;
}

/** The claim of a person on a receipt: the `Session` in requests. */
export interface ReceiptSession {
  readonly customerNo: string;
  readonly receiptId: string;
  readonly claim: number;
}

export const formatReceiptSession = ({ customerNo, receiptId, claim }: ReceiptSession): string =>
  formatWorkClaim({ customerNo, id: receiptId, claim });

/** The claim that a text names; undefined for any other text. */
export function parseReceiptSession(text: string): ReceiptSession | undefined {
  const named = parseCustomerWorkClaim(text);
  return named && { customerNo: named.customerNo, receiptId: named.id, claim: named.claim };
}

/** The name of a receipt in messages: the pallet of its order. */
export const nameOfReceipt = ({ kind, orderNumber, pallet, customerNo }: Receipt): string =>
  kind === 'unannounced' ? `the delivery for ${customerNo}` : `pallet ${pallet} of ${orderNumber}`;

/**
 * Claims a receipt for the person, who continues the count as it is: returns the claimed receipt, which the caller
 * saves. `StateForbids` when the receipt has ended, or when another person has it, unless that claim has expired or it
 * is taken over. Pure.
 */
export function decideReceiptClaim(
  receipt: Receipt,
  { operatorId, email }: StationPerson,
  now: Temporal.Instant,
  takesOver: boolean,
): Outcome<Receipt> {
  if (receipt.state !== 'open')
    return refuseState(receipt.state.toUpperCase(), `The count of ${nameOfReceipt(receipt)} has ended.`);
  const until = { claimedUntil: endOfWorkClaim(now) };
  if (receipt.personId === operatorId) return { ok: { ...receipt, ...until } };
  if (isWorkClaimed(receipt, now) && !takesOver)
    return refuseState(
      'RECEIVING',
      `${receipt.person} counts ${nameOfReceipt(receipt)}. Take it over, or choose another one.`,
    );
  return { ok: { ...receipt, ...until, claim: receipt.claim + 1, personId: operatorId, person: email } };
}

/**
 * Checks that the session is the current claim of the receipt, and extends the claim: returns the receipt, which the
 * caller saves. Otherwise refuses with `StateForbids`. A receipt that has ended is returned as it is, so that its
 * session can still read it. Pure.
 */
export function decideReceiptClaimRenewal(
  receipt: Receipt,
  { claim }: ReceiptSession,
  { operatorId }: StationPerson,
  now: Temporal.Instant,
): Outcome<Receipt> {
  if (receipt.claim !== claim || receipt.personId !== operatorId)
    return refuseState('RECEIVING', `${receipt.person} counts ${nameOfReceipt(receipt)} now. Open it again.`);
  return { ok: receipt.state === 'open' ? { ...receipt, claimedUntil: endOfWorkClaim(now) } : receipt };
}

/**
 * `unknown`: no item of the receipt has the code; a lead may add the code to an item. `wrong`: rejected for another
 * reason.
 */
export type ReceiptScanVerdict = 'right' | 'wrong' | 'unknown';
export const receiptScanVerdicts = ['right', 'wrong', 'unknown'] as const;

/** `bin`: it names the bin that the next units of a departing transfer are taken out of. */
export type ReceiptScanKind = 'item' | 'count' | 'issue' | 'undo' | 'wrong' | 'bin';

/** The result of a scan or a count. */
export interface ReceiptCountResult {
  readonly receipt: Receipt;
  readonly kind: ReceiptScanKind;
  readonly verdict: ReceiptScanVerdict;
  readonly message: string;
  readonly itemNo: string;
  readonly lot: string;
  /**
   * Units that were added; 0 for a rejected scan and for units that only change their condition, negative when a count
   * is taken back.
   */
  readonly units: number;
  /** The bin that was scanned, or that the units were taken out of; '' for none. */
  readonly location: string;
}

function rejected(receipt: Receipt, verdict: 'wrong' | 'unknown', message: string): ReceiptCountResult {
  return { receipt, verdict, message, kind: 'wrong', itemNo: '', lot: '', units: 0, location: '' };
}

/** Units of each item in the receipt, in any condition. */
export function sumReceiptUnitsByItem({
  counted,
  issues,
}: Pick<Receipt, 'counted' | 'issues'>): ReadonlyMap<string, number> {
  const units = new Map<string, number>();
  for (const each of [...counted, ...issues]) units.set(each.itemNo, (units.get(each.itemNo) ?? 0) + each.units);
  return units;
}

export const sumReceiptUnits = ({ counted, issues }: Pick<Receipt, 'counted' | 'issues'>): number =>
  [...counted, ...issues].reduce((sum, { units }) => sum + units, 0);

const nameOf = ({ itemNo, description }: CountableReceiptItem): string => (description === '' ? itemNo : description);

function withUnits(counted: readonly CountedUnits[], change: CountedUnits): CountedUnits[] {
  const { itemNo, lot, units, location = '' } = change;
  const isSame = (each: CountedUnits) =>
    each.itemNo === itemNo && each.lot === lot && (each.location ?? '') === location;
  const before = counted.find(isSame);
  if (before === undefined) return [...counted, { itemNo, lot, units, ...(location !== '' && { location }) }];
  const after = { ...before, units: before.units + units };
  return counted.flatMap((each) => (each !== before ? [each] : after.units === 0 ? [] : [after]));
}

/** The item that a code names among those of the receipt. */
function readItem(items: readonly CountableReceiptItem[], codes: readonly ItemCode[], scanned: string) {
  const isScanned = createItemCodeMatcher(scanned);
  const found = codes.filter(({ code }) => isScanned(code));
  const itemNos = new Set(found.map(({ itemNo }) => itemNo));
  const item = items.find(({ itemNo }) => itemNos.has(itemNo));
  return { item, units: found[0]?.units ?? 1, isShared: itemNos.size > 1 };
}

/**
 * Counts a scanned code. These count nothing: a code of no item of the receipt, a code of several items, for a transfer
 * that departs more than is to be picked, and any code while the lot is the code of an item of the receipt: otherwise a
 * bottle that was scanned where a lot was asked for would be the lot of all that follows. Pure.
 */
export function decideScannedCount(
  receipt: Receipt,
  items: readonly CountableReceiptItem[],
  codes: readonly ItemCode[],
  { code, lot, location = '' }: { readonly code: string; readonly lot: string; readonly location?: string },
): ReceiptCountResult {
  const { item, units, isShared } = readItem(items, codes, code);
  if (isShared) return rejected(receipt, 'wrong', 'Several items have this code: scan the item number.');
  if (item === undefined) {
    const where = receipt.kind === 'unannounced' ? `of winery ${receipt.customerNo}` : `of ${receipt.orderNumber}`;
    const message = `No item ${where} has this code. Refuse it, or let a lead teach it. End this order (F2) before the next.`;
    return rejected(receipt, 'unknown', message);
  }
  const scannedAsLot = lot === '' ? undefined : readItem(items, codes, lot).item;
  if (scannedAsLot !== undefined) {
    const message = `The lot ${lot} is a code of ${nameOf(scannedAsLot)}: correct it (F9), then scan again.`;
    return rejected(receipt, 'wrong', message);
  }
  return addUnits(receipt, item, { units, lot, location, kind: 'item' });
}

/** Adds units of an item that a person counted by hand. Rejected when more would depart than are to be picked. Pure. */
export function decideManualCount(
  receipt: Receipt,
  item: CountableReceiptItem,
  { units, lot, location = '' }: { readonly units: number; readonly lot: string; readonly location?: string },
): ReceiptCountResult {
  return addUnits(receipt, item, { units, lot, location, kind: 'count' });
}

function addUnits(
  receipt: Receipt,
  item: CountableReceiptItem,
  { units, lot, kind, ...sent }: Omit<Required<CountedUnits>, 'itemNo'> & { readonly kind: 'item' | 'count' },
): ReceiptCountResult {
  const { itemNo, expected = 0 } = item;
  // Only what departs comes out of a bin. Reports of another condition find counted units by item and lot alone.
  const location = receipt.kind === 'transfer out' ? sent.location : '';
  const before = sumReceiptUnitsByItem(receipt).get(itemNo) ?? 0;
  const total = before + units;
  if (receipt.kind === 'transfer out' && total > expected) {
    const left = expected - before;
    return rejected(
      receipt,
      'wrong',
      left <= 0 ? `One too many: ${nameOf(item)}.` : `${units} are too many: ${left} are missing.`,
    );
  }
  const counted = withUnits(receipt.counted, { itemNo, lot, units, location });
  const after = { ...receipt, counted, scans: receipt.scans + 1 };
  const message =
    receipt.kind === 'transfer out'
      ? `${nameOf(item)}. ${expected - total} left.`
      : `${nameOf(item)}. ${total} counted.`;
  return { receipt: after, kind, verdict: 'right', message, itemNo, lot, units, location };
}

/** Counts units in another condition; `wasCounted` takes them out of the good ones. A transfer that departs has none. */
export function decideReceiptIssue(
  receipt: Receipt,
  item: CountableReceiptItem,
  issue: OtherConditionUnits,
): ReceiptCountResult {
  const { itemNo, lot, units, wasCounted } = issue;
  if (receipt.kind === 'transfer out')
    return rejected(receipt, 'wrong', 'What departs is good: leave damaged bottles, and change their status.');
  const good = receipt.counted.filter((each) => each.itemNo === itemNo);
  const from = lotOfDamaged(good, lot, units);
  if (wasCounted && from === undefined) return rejected(receipt, 'wrong', tooFewGood(item, lot, good));
  const reported = wasCounted ? { ...issue, lot: from ?? lot } : issue;
  const counted = wasCounted ? withUnits(receipt.counted, { ...reported, units: -units }) : receipt.counted;
  const after = { ...receipt, counted, issues: [...receipt.issues, reported], scans: receipt.scans + 1 };
  const other = reported.lot === lot ? '' : reported.lot === '' ? ', without a lot' : `, of lot ${reported.lot}`;
  return {
    receipt: after,
    kind: 'issue',
    verdict: 'right',
    itemNo,
    lot: reported.lot,
    message: `${units} × ${nameOf(item)} as ${issue.status}${other}.`,
    units: wasCounted ? 0 : units,
    location: '',
  };
}

/**
 * The lot from which counted units are taken: the one that is set. When nothing of it is counted, the units were counted
 * before it was set, and the only other lot with enough units is taken.
 */
function lotOfDamaged(good: readonly CountedUnits[], lot: string, units: number): string | undefined {
  const lots = good.some((each) => each.lot === lot) ? good.filter((each) => each.lot === lot) : good;
  const enough = lots.filter((each) => each.units >= units);
  return enough.length === 1 ? enough[0]?.lot : undefined;
}

function tooFewGood(item: CountableReceiptItem, lot: string, good: readonly CountedUnits[]): string {
  if (good.length < 2) return `Only ${good[0]?.units ?? 0} of ${nameOf(item)} are counted as good.`;
  const counts = good.map((each) => `${each.units} ${each.lot === '' ? 'without a lot' : `of lot ${each.lot}`}`);
  const now = lot === '' ? 'no lot is set' : `lot ${lot} is set`;
  return `Of ${nameOf(item)}, ${counts.join(' and ')} are counted as good, and ${now}.`;
}

/** A counted scan that can be taken back. */
export interface CountedReceiptScan {
  readonly scanId: string;
  readonly kind: ReceiptScanKind;
  readonly itemNo: string;
  readonly lot: string;
  readonly units: number;
  readonly location: string;
}

/** Takes back the last scan or count. */
export function decideReceiptScanUndo(receipt: Receipt, last: CountedReceiptScan | undefined): ReceiptCountResult {
  if (last === undefined) return rejected(receipt, 'wrong', 'There is nothing to undo.');
  const { itemNo, lot, location } = last;
  const undone = { kind: 'undo', verdict: 'right', itemNo, lot, units: -last.units, location } as const;
  if (last.kind !== 'issue') {
    const counted = withUnits(receipt.counted, { itemNo, lot, units: -last.units, location });
    return {
      ...undone,
      receipt: { ...receipt, counted },
      message: `${last.units} × ${itemNo} are not counted any more.`,
    };
  }
  const issue = receipt.issues.find(({ issueId }) => issueId === last.scanId);
  if (issue === undefined) return rejected(receipt, 'wrong', 'There is nothing to undo.');
  const counted = issue.wasCounted ? withUnits(receipt.counted, { itemNo, lot, units: issue.units }) : receipt.counted;
  const issues = receipt.issues.filter((each) => each !== issue);
  return {
    ...undone,
    receipt: { ...receipt, counted, issues },
    message: `${issue.units} × ${itemNo} are not ${issue.status} any more.`,
  };
}

/**
 * How the counted units differ from the expected ones. While other people count pallets of the same order, only a
 * surplus is a difference, because missing units may be on their pallets.
 */
export function receiptDifferencesOf(
  receipt: Receipt,
  items: readonly CountableReceiptItem[],
  areOthersCounting: boolean,
): ReceiptDifference[] {
  const units = sumReceiptUnitsByItem(receipt);
  return items.flatMap(({ itemNo, expected }) => {
    if (expected === undefined) return [];
    const counted = units.get(itemNo) ?? 0;
    const difference = counted - expected;
    return difference === 0 || (difference < 0 && areOthersCounting) ? [] : [{ itemNo, expected, counted, difference }];
  });
}

/**
 * Refuses to end a receipt that is not open or has no units. A transfer that departs may end without units, for when
 * its whole stock is missing.
 */
export function checkReceiptCanEnd(receipt: Receipt): Outcome<Receipt> {
  if (receipt.state !== 'open')
    return refuseState(receipt.state.toUpperCase(), 'This count has ended. Scan the order that you count next.');
  if (sumReceiptUnits(receipt) > 0 || receipt.kind === 'transfer out') return { ok: receipt };
  return refuseState('EMPTY', 'Nothing is counted. Count, or discard the receipt.');
}
