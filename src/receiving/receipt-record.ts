/** The whole state of a receipt, as the receiving station shows it. */
import Type, { type Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { codeField } from '../contract/fields.ts';
import { type AttachedPhoto, photoExampleId, readPhotosOfSubject } from '../photos/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import {
  formatReceiptSession,
  type Receipt,
  type ReceiptDifference,
  receiptScanVerdicts,
  receiptStates,
  sumReceiptUnits,
  sumReceiptUnitsByItem,
} from './receipt.ts';
import { receiptIdExample, receiptKindField, receiptScanIdExample, receiptSessionExample } from './receipt-fields.ts';
import type { ReceiptStepResult } from './receipt-step.ts';
import { readSourceBinsByItem } from './source-bins.ts';

export const ReceiptIssue = Type.Object({
  Issue: Type.String({ description: 'Its id: the ScanId of the count that reported it.' }),
  ItemNo: Type.String(),
  Lot: Type.String(),
  Units: Type.Integer(),
  InventoryStatus: Type.String({ description: 'Into which the units go.' }),
  ReasonCode: Type.String(),
  Note: Type.String(),
  Photos: Type.Array(Type.String(), { description: 'Ids of photos: `GET /photos/{CustomerNo}/{Photo}`.' }),
});

const countedLotFields = { ItemNo: Type.String(), Lot: Type.String(), Units: Type.Integer() };

export const CountedLot = Type.Object(countedLotFields);

export const ReceiptDifferenceRecord = Type.Object({
  ItemNo: Type.String(),
  Expected: Type.Integer(),
  Counted: Type.Integer(),
  Difference: Type.Integer({ description: 'Above 0: too many; below 0: missing.' }),
  ReasonCode: Type.String({ description: '`""` until the person gave one.' }),
  Note: Type.String(),
});

export const ReceiptRecord = Type.Object(
  {
    Session: Type.String({ description: 'Names this claim in further requests.' }),
    Receipt: Type.String({ description: 'The id of the receipt.' }),
    Kind: receiptKindField,
    CustomerNo: Type.String(),
    CustomerName: Type.String(),
    TransactionReferenceNumber: Type.String({ description: 'Of the order; `""` when there is none.' }),
    OrderNumber: Type.String({ description: 'Of the purchase or transfer order; `""` when there is none.' }),
    Warehouse: Type.String(),
    Pallet: Type.Integer({
      description: 'From 1 within the order, separately for the departure and the arrival of a transfer.',
    }),
    Label: Type.String({ description: 'The text on the pallet.' }),
    State: codeField('How far it is.', receiptStates),
    Person: Type.String({ description: 'The person who has the receipt.' }),
    Place: Type.String({ description: 'Where an unannounced delivery stands.' }),
    Note: Type.String(),
    Lines: Type.Array(
      Type.Object({
        ItemNo: Type.String(),
        Description: Type.String(),
        Uom: Type.String(),
        BottlesPerCase: Type.Optional(Type.Integer()),
        Counted: Type.Integer({ description: 'In any condition. It begins at 0.' }),
        ToPick: Type.Optional(Type.Integer({ description: 'Of a transfer that departs: what is wanted in all.' })),
        Bins: Type.Optional(
          Type.Array(Type.String(), {
            description: 'Of a transfer that departs: the bins where some of it is left, in walk order.',
          }),
        ),
      }),
    ),
    Counts: Type.Array(
      Type.Object({
        ...countedLotFields,
        Location: Type.Optional(Type.String({ description: 'Of a transfer that departs: the bin that was named.' })),
      }),
      { description: 'Units in the announced condition, by item, lot and bin.' },
    ),
    Issues: Type.Array(ReceiptIssue, { description: 'Units in another condition.' }),
    Photos: Type.Array(Type.String(), { description: 'Ids of photos of a whole unannounced delivery.' }),
    Units: Type.Integer({ description: 'Counted in all.' }),
    Differences: Type.Array(ReceiptDifferenceRecord, {
      description:
        'Between what was expected and what was counted: only once the receipt is finished or its end was requested.',
    }),
    Result: Type.Optional(
      Type.Object({
        OrderStatus: Type.String(),
        Posted: Type.Array(
          Type.Object({ ItemNo: Type.String(), Units: Type.Integer(), InventoryStatus: Type.String() }),
        ),
      }),
    ),
    Verdict: Type.Optional(codeField('Of the scan: `wrong` and `unknown` counted nothing.', receiptScanVerdicts)),
    Location: Type.Optional(
      Type.String({ description: 'The bin that was scanned: sent with what is taken out of it.' }),
    ),
    Message: Type.String({ description: 'For the person; `""` when there is nothing to say.' }),
  },
  { title: 'Receipt' },
);

export const receiptExample: Static<typeof ReceiptRecord> = {
  Session: receiptSessionExample,
  Receipt: receiptIdExample,
  Kind: 'purchase order',
  CustomerNo: 'W1001',
  CustomerName: 'Hilltop Cellars',
  TransactionReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  OrderNumber: 'PO000001',
  Warehouse: 'APC01',
  Pallet: 1,
  Label: '',
  State: 'open',
  Person: 'ann@warehouse.example',
  Place: '',
  Note: '',
  Lines: [{ ItemNo: '23PIN-01', Description: '2023 Pinot Noir', Uom: '750', BottlesPerCase: 12, Counted: 13 }],
  Counts: [{ ItemNo: '23PIN-01', Lot: '', Units: 12 }],
  Issues: [
    {
      Issue: receiptScanIdExample,
      ItemNo: '23PIN-01',
      Lot: '',
      Units: 1,
      InventoryStatus: 'DMGD-NO-TX',
      ReasonCode: 'DAMAGED',
      Note: 'Label torn',
      Photos: [photoExampleId],
    },
  ],
  Photos: [],
  Units: 13,
  Differences: [],
  Verdict: 'right',
  Message: '2023 Pinot Noir. 13 counted.',
};

interface ReceiptToShow extends ReceiptStepResult {
  /** Only for a receipt whose end was requested. */
  readonly differences?: readonly (ReceiptDifference & { readonly reasonCode?: string; readonly note?: string })[];
}

/**
 * The whole state of a receipt, as stations show it. Expected units are not shown, except those of a transfer that
 * departs, and in differences.
 */
export async function readReceiptRecord(reader: DbReader, shown: ReceiptToShow): Promise<Static<typeof ReceiptRecord>> {
  const { receipt, items, verdict, message, bin } = shown;
  const { customerNo, kind, counted, result } = receipt;
  const customer = (await readCustomers(reader, [customerNo])).get(customerNo);
  const photos = mayHavePhotos(receipt) ? await readPhotosOfSubject(reader, customerNo, receipt.receiptId) : [];
  const differences = shown.differences ?? result?.differences ?? [];
  const units = sumReceiptUnitsByItem(receipt);
  const bins = await readSourceBinsByItem(reader, receipt, items);
  return {
    Session: formatReceiptSession(receipt),
    Receipt: receipt.receiptId,
    Kind: kind,
    CustomerNo: customerNo,
    CustomerName: customer?.name ?? '',
    TransactionReferenceNumber: receipt.orderId ?? '',
    OrderNumber: receipt.orderNumber,
    Warehouse: receipt.warehouse,
    Pallet: receipt.pallet,
    Label: receipt.label,
    State: receipt.state,
    Person: receipt.person,
    Place: receipt.place,
    Note: receipt.note,
    Lines: items.map(({ itemNo, description, uom, bottlesPerCase, expected = 0 }) => ({
      ItemNo: itemNo,
      Description: description,
      Uom: uom,
      ...(bottlesPerCase === undefined ? {} : { BottlesPerCase: bottlesPerCase }),
      Counted: units.get(itemNo) ?? 0,
      ...(kind === 'transfer out' ? { ToPick: expected, Bins: bins.get(itemNo) ?? [] } : {}),
    })),
    Counts: counted.map(({ itemNo, lot, units: counts, location = '' }) => ({
      ItemNo: itemNo,
      Lot: lot,
      Units: counts,
      ...(location !== '' && { Location: location }),
    })),
    Issues: issueRecords(receipt, photos),
    Photos: photosOfStep(photos, receipt.receiptId),
    Units: sumReceiptUnits(receipt),
    Differences: differences.map(({ reasonCode = '', note = '', ...each }) => ({
      ItemNo: each.itemNo,
      Expected: each.expected,
      Counted: each.counted,
      Difference: each.difference,
      ReasonCode: reasonCode,
      Note: note,
    })),
    ...(result === undefined ? {} : { Result: resultRecord(result) }),
    ...(verdict === undefined ? {} : { Verdict: verdict }),
    ...(bin === undefined ? {} : { Location: bin }),
    Message: message,
  };
}

/** Most receipts have no photos, so photos are read only for those that may have some. */
const mayHavePhotos = ({ issues, kind }: Receipt): boolean => issues.length > 0 || kind === 'unannounced';

const photosOfStep = (photos: readonly AttachedPhoto[], step: string): string[] =>
  photos.filter(({ stepId }) => stepId === step).map(({ photoId }) => photoId);

const issueRecords = ({ issues }: Receipt, photos: readonly AttachedPhoto[]) =>
  issues.map(({ issueId, itemNo, lot, units, status, reasonCode, note }) => ({
    Issue: issueId,
    ItemNo: itemNo,
    Lot: lot,
    Units: units,
    InventoryStatus: status,
    ReasonCode: reasonCode,
    Note: note,
    Photos: photosOfStep(photos, issueId),
  }));

const resultRecord = ({ orderStatus, posted }: NonNullable<Receipt['result']>) => ({
  OrderStatus: orderStatus,
  Posted: posted.map(({ itemNo, units, status }) => ({ ItemNo: itemNo, Units: units, InventoryStatus: status })),
});
