/** Receipts in replies of lists. */
import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import { codeField } from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { formatInstant } from '../lib/dates.ts';
import {
  type AttachedPhoto,
  AttachedPhotoRecord,
  attachedPhotoExample,
  attachedPhotoRecord,
  readPhotosBySubject,
} from '../photos/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { computeReceiptPostingLines } from './post-receipt.ts';
import { type Receipt, receiptStates, sumReceiptUnits } from './receipt.ts';
import { receiptIdExample, receiptKindField } from './receipt-fields.ts';
import { CountedLot, ReceiptDifferenceRecord, ReceiptIssue } from './receipt-record.ts';

/** The fields by which lists name a receipt. */
export const listedReceiptNameFields = {
  Receipt: Type.String(),
  Kind: receiptKindField,
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  OrderNumber: Type.String(),
  Warehouse: Type.String(),
  Pallet: Type.Integer(),
  Label: Type.String(),
};

export const ListedReceiptRecord = Type.Object({
  ...listedReceiptNameFields,
  State: codeField('How far it is.', receiptStates),
  Person: Type.String(),
  Place: Type.String(),
  Note: Type.String(),
  EndedAt: Type.String({ description: '`""` while it is open.' }),
  Units: Type.Integer(),
  Items: Type.Array(Type.Object({ ItemNo: Type.String(), Units: Type.Integer(), InventoryStatus: Type.String() }), {
    description: 'The counted units; `InventoryStatus` is `""` for the announced condition.',
  }),
  Lots: Type.Array(CountedLot, { description: 'Units in the announced condition of which a lot was named.' }),
  Issues: Type.Array(Type.Omit(ReceiptIssue, ['Issue', 'Photos']), {
    description: 'Units in another condition, and why.',
  }),
  Differences: Type.Array(Type.Omit(ReceiptDifferenceRecord, ['Expected', 'Counted']), {
    description: 'How a finished count differed from what was expected, and why.',
  }),
  Photos: Type.Array(AttachedPhotoRecord, { description: 'Photos of units in another condition and of the delivery.' }),
});

export const listedReceiptRecordExample: Static<typeof ListedReceiptRecord> = {
  Receipt: receiptIdExample,
  Kind: 'unannounced',
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  OrderNumber: '',
  Warehouse: 'APC01',
  Pallet: 1,
  Label: '',
  State: 'parked',
  Person: 'ann@warehouse.example',
  Place: 'Dock 2',
  Note: 'Two cases, no papers',
  EndedAt: '2026-11-18T17:00:00Z',
  Units: 24,
  Items: [{ ItemNo: '23PIN-01', Units: 24, InventoryStatus: '' }],
  Lots: [{ ItemNo: '23PIN-01', Lot: 'L2611', Units: 24 }],
  Issues: [],
  Differences: [],
  Photos: [attachedPhotoExample],
};

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
