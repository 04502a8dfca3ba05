/** Receipts in replies of lists. */
import type { Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { formatInstant } from '../lib/dates.ts';
import { type AttachedPhoto, attachedPhotoRecord, readPhotosBySubject } from '../photos/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { computeReceiptPostingLines } from './post-receipt.ts';
import { type Receipt, sumReceiptUnits } from './receipt.ts';
import type { ListedReceiptRecord } from './receipt-fields.ts';

/** The records of receipts in lists, in the given order, with their photos. */
export async function readListedReceiptRecords(
  reader: DbReader,
  receipts: readonly Receipt[],
  customerNameOf: (customerNo: string) => string,
): Promise<Static<typeof ListedReceiptRecord>[]> {
  const subjects = receipts.map(({ customerNo, receiptId }) => ({ customerNo, subjectId: receiptId }));
  const photos = await readPhotosBySubject(reader, subjects);
  return receipts.map((receipt) =>
    listedReceipt(receipt, customerNameOf(receipt.customerNo), photos.get(receipt.receiptId) ?? []),
  );
}

/** The list record of a receipt that was just changed. */
export async function readListedReceiptRecord(
  reader: DbReader,
  receipt: Receipt,
): Promise<Static<typeof ListedReceiptRecord>> {
  const nameOf = await readCustomerNameLookup(reader, [receipt]);
  const listed = await readListedReceiptRecords(reader, [receipt], nameOf);
  return assertPresent(listed[0], 'the record of a receipt');
}

function listedReceipt(
  receipt: Receipt,
  customerName: string,
  photos: readonly AttachedPhoto[],
): Static<typeof ListedReceiptRecord> {
  const { receiptId, kind, customerNo, orderNumber, warehouse, pallet, label, state, person, place, note } = receipt;
  return {
    Receipt: receiptId,
    Kind: kind,
    CustomerNo: customerNo,
    CustomerName: customerName,
    OrderNumber: orderNumber,
    Warehouse: warehouse,
    Pallet: pallet,
    Label: label,
    State: state,
    Person: person,
    Place: place,
    Note: note,
    EndedAt: receipt.endedAt === undefined ? '' : formatInstant(receipt.endedAt),
    Units: sumReceiptUnits(receipt),
    Items: computeReceiptPostingLines(receipt).map(({ itemNo, quantity, status = '' }) => ({
      ItemNo: itemNo,
      Units: quantity,
      InventoryStatus: status,
    })),
    Lots: receipt.counted
      .filter(({ lot }) => lot !== '')
      .map(({ itemNo, lot, units }) => ({ ItemNo: itemNo, Lot: lot, Units: units })),
    Issues: receipt.issues.map((issue) => ({
      ItemNo: issue.itemNo,
      Lot: issue.lot,
      Units: issue.units,
      InventoryStatus: issue.status,
      ReasonCode: issue.reasonCode,
      Note: issue.note,
    })),
    Differences: (receipt.result?.differences ?? []).map((each) => ({
      ItemNo: each.itemNo,
      Difference: each.difference,
      ReasonCode: each.reasonCode,
      Note: each.note,
    })),
    Photos: photos.map(attachedPhotoRecord),
  };
}
