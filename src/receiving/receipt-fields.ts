/** A receipt in requests and replies. */

import Type, { type Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { clientGeneratedIdField, codeField, uuidPattern } from '../contract/fields.ts';
import { customerKeyField } from '../contract/operator-key-fields.ts';
import {
  type AttachedPhoto,
  AttachedPhotoRecord,
  attachedPhotoExample,
  photoExampleId,
  readPhotosOfSubject,
} from '../photos/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { Fault } from '../platform/errors.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import {
  formatReceiptSession,
  parseReceiptSession,
  type Receipt,
  type ReceiptDifference,
  receiptKinds,
  receiptScanVerdicts,
  receiptStates,
  sumReceiptUnits,
  sumReceiptUnitsByItem,
} from './receipt.ts';
import type { ReceiptStepResult } from './receipt-step.ts';
import type { ExpectedOrder } from './receiving-lists.ts';
import { readSourceBinsByItem } from './source-bins.ts';

/** Describes the error 404 of operations; without a period, so that an operation can add to it. */
export const noSuchReceiptText = 'There is no such receipt in the warehouses of the operator';

/** Roles that may work at the receiving station. */
export const receivingRoles: readonly OperatorRole[] = ['floor', 'lead', 'admin'];
/** Roles that may attach parked deliveries, and cancel purchase and transfer orders. */
export const customerServiceRoles: readonly OperatorRole[] = ['service', 'admin'];

export const receiptSessionField = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '`Session` of Receiving/Open or Receiving/Park.',
});

export const receiptScanIdField = clientGeneratedIdField('scan');

export const lotField = Type.Optional(
  Type.String({ maxLength: 60, description: 'The lot, as it is written on the cases; kept with the receipt.' }),
);

export const sourceBinField = Type.Optional(
  Type.String({
    maxLength: 60,
    description:
      'Of a transfer that departs: the bin that the units are taken out of, `Location` of an earlier reply; absent or `""`: of none that is named.',
  }),
);

export const receiptKeyFields = {
  CustomerNo: customerKeyField('The customer of the receipt.'),
  Receipt: Type.String({
    pattern: uuidPattern,
    description: 'The id of the receipt.',
  }),
};

export const receiptIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0a1';
export const receiptSessionExample = `W1001.${receiptIdExample}.1`;
export const receiptScanIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ab';

/** The fault of a `Session` that does not have the form of one. */
export function checkReceiptSessionFormat({ Session: session }: { readonly Session: string }): Fault[] {
  if (parseReceiptSession(session) !== undefined) return [];
  return [{ field: 'Session', code: 'Format', message: 'must be a Session of Receiving/Open or Receiving/Park' }];
}

const Issue = Type.Object({
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

const CountedLot = Type.Object(countedLotFields);

const Difference = Type.Object({
  ItemNo: Type.String(),
  Expected: Type.Integer(),
  Counted: Type.Integer(),
  Difference: Type.Integer({ description: 'Above 0: too many; below 0: missing.' }),
  ReasonCode: Type.String({ description: '`""` until the person gave one.' }),
  Note: Type.String(),
});

const receiptKindField = codeField(
  '`transfer in` arrives, `transfer out` departs; `unannounced`: no order announced it.',
  receiptKinds,
);

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
    Issues: Type.Array(Issue, { description: 'Units in another condition.' }),
    Photos: Type.Array(Type.String(), { description: 'Ids of photos of a whole unannounced delivery.' }),
    Units: Type.Integer({ description: 'Counted in all.' }),
    Differences: Type.Array(Difference, {
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

/** The fields by which lists name an order that is to be received or sent. */
export const expectedOrderNameFields = {
  Kind: receiptKindField,
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String(),
  OrderNumber: Type.String(),
  CustomerReferenceNo: Type.String(),
};

export const expectedOrderNameRecord = (order: ExpectedOrder, customerName: string) => ({
  Kind: order.kind,
  CustomerNo: order.customerNo,
  CustomerName: customerName,
  TransactionReferenceNumber: order.orderId,
  OrderNumber: order.number,
  CustomerReferenceNo: order.customerReferenceNo,
});

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
  Issues: Type.Array(Type.Omit(Issue, ['Issue', 'Photos']), { description: 'Units in another condition, and why.' }),
  Differences: Type.Array(Type.Omit(Difference, ['Expected', 'Counted']), {
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
