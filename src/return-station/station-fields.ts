/** A return at the station, and parked packages, in requests and replies. */
import Type, { type Static } from 'typebox';
import { readCustomers } from '../auth/index.ts';
import { clientGeneratedIdField, codeField, uuidPattern } from '../contract/fields.ts';
import { customerKeyField } from '../contract/operator-key-fields.ts';
import { formatInstant } from '../lib/dates.ts';
import {
  AttachedPhotoRecord,
  attachedPhotoExample,
  attachedPhotoRecord,
  readPhotosOfSubject,
} from '../photos/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import type { OperatorRole } from '../platform/http/operator-operation.ts';
import {
  type OrderReturn,
  ReturnFindingRecord,
  ReturnLineRecord,
  returnFindingRecord,
  returnLineRecord,
} from '../returns/index.ts';
import { inspectionScanVerdicts } from './inspection.ts';
import { readFoundUnits } from './scan-store.ts';
import type { ReturnStepResult } from './station-steps.ts';
import type { StrayPackage } from './stray-store.ts';

/** Describes the error 404 of operations; without a period, so that an operation can add to it. */
export const noSuchReturnText = 'There is no such return in the warehouses of the operator';

/** Describes the error 404 of operations that find a return of any warehouse. */
export const noSuchReturnAnywhereMessage = 'There is no such return.';

/** Roles that may work at the returns station. */
export const returnStationRoles: readonly OperatorRole[] = ['floor', 'lead', 'admin'];

export const returnKeyFields = {
  CustomerNo: customerKeyField('The customer of the return.'),
  TransactionReferenceNumber: Type.String({ pattern: uuidPattern, description: 'The reference of the return.' }),
};

export const returnScanIdField = clientGeneratedIdField('step');

export const returnIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0b1';
export const returnScanIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0b2';
export const returnKeyExample = { CustomerNo: 'W1001', TransactionReferenceNumber: returnIdExample };

const FoundRecord = Type.Object({
  ItemNo: Type.String(),
  InventoryStatus: Type.String({ description: 'The condition.' }),
  Units: Type.Integer(),
});

const StationFinding = Type.Object({
  Line: Type.Integer(),
  Finding: Type.Integer(),
  ItemNo: Type.String(),
  ...ReturnFindingRecord.properties,
});

const DifferenceRecord = Type.Object({ ItemNo: Type.String(), Expected: Type.Integer(), Found: Type.Integer() });

export const StationReturnRecord = Type.Object({
  CustomerNo: Type.String(),
  CustomerName: Type.String(),
  TransactionReferenceNumber: Type.String({ description: 'Of the return.' }),
  RMANumber: Type.String(),
  OrderNo: Type.String(),
  OrderReferenceNumber: Type.String(),
  Status: Type.String({ description: '`EXPECTED`, `RECEIVED`, `INSPECTING`, `AWAITING DISPOSITION` or `CLOSED`.' }),
  Warehouse: Type.String({ description: 'Where it is expected, and once received where that was.' }),
  Lines: Type.Array(ReturnLineRecord),
  Found: Type.Array(FoundRecord, {
    description: 'The scanned units, by item and condition, in the order of the scans.',
  }),
  Photos: Type.Array(AttachedPhotoRecord, { description: 'Photos of scanned bottles, with their condition.' }),
  Findings: Type.Array(StationFinding, { description: 'The units that inspections recorded, with their disposition.' }),
  Differences: Type.Array(DifferenceRecord, {
    description: 'The differences from the announcement, which the person has to confirm.',
  }),
  Verdict: Type.Optional(codeField('Of this scan, also when it is repeated.', inspectionScanVerdicts)),
  Message: Type.String({ description: 'For the person.' }),
});

export const stationReturnRecordExample: Static<typeof StationReturnRecord> = {
  ...returnKeyExample,
  CustomerName: 'Hilltop Cellars',
  RMANumber: 'RMA-W1001-000001',
  OrderNo: 'CLB1001',
  OrderReferenceNumber: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  Status: 'RECEIVED',
  Warehouse: 'APC01',
  Lines: [
    {
      Line: 1,
      ItemNo: '22CAB',
      Description: '2022 Cabernet Sauvignon',
      Uom: '750',
      ShippedStatus: 'GOOD-NO-TX',
      Expected: 2,
      IsInspected: false,
    },
  ],
  Found: [{ ItemNo: '22CAB', InventoryStatus: 'RTGD-NO-TX', Units: 1 }],
  Photos: [attachedPhotoExample],
  Findings: [],
  Differences: [],
  Verdict: 'right',
  Message: '2022 Cabernet Sauvignon: 1 found, RTGD-NO-TX.',
};

/** The record of the whole return after a step. */
export async function readStationReturnRecord(
  reader: DbReader,
  reply: ReturnStepResult,
): Promise<Static<typeof StationReturnRecord>> {
  const { orderReturn, verdict, message, differences } = reply;
  const { customerNo, lines } = orderReturn;
  const customer = (await readCustomers(reader, [customerNo])).get(customerNo);
  const found = await readFoundUnits(reader, orderReturn);
  const photos = found.length === 0 ? [] : await readPhotosOfSubject(reader, customerNo, orderReturn.returnId);
  return {
    CustomerNo: customerNo,
    CustomerName: customer?.name ?? '',
    ...headOf(orderReturn),
    Lines: lines.map(returnLineRecord),
    Found: found.map(({ itemNo, status, units }) => ({ ItemNo: itemNo, InventoryStatus: status, Units: units })),
    Photos: photos.map(attachedPhotoRecord),
    Findings: lines.flatMap(({ itemNo, findings }) =>
      findings.map((each) => ({
        Line: each.line,
        Finding: each.finding,
        ItemNo: itemNo,
        ...returnFindingRecord(each),
      })),
    ),
    Differences: differences.map((each) => ({ ItemNo: each.itemNo, Expected: each.expected, Found: each.found })),
    ...(verdict === undefined ? {} : { Verdict: verdict }),
    Message: message,
  };
}

const headOf = ({ returnId, rmaNumber, orderNo, orderId, status, warehouse }: OrderReturn) => ({
  TransactionReferenceNumber: returnId,
  RMANumber: rmaNumber,
  OrderNo: orderNo,
  OrderReferenceNumber: orderId,
  Status: status,
  Warehouse: warehouse,
});

export const StrayPackageRecord = Type.Object({
  Stray: Type.String({ description: 'Its id.' }),
  Warehouse: Type.String(),
  Label: Type.String(),
  Place: Type.String(),
  Note: Type.String(),
  ParkedBy: Type.String(),
  ParkedAt: Type.String(),
  Settlement: Type.String({ description: 'How the package was settled; `""` while it is parked.' }),
});

export const strayPackageExample: Static<typeof StrayPackageRecord> = {
  Stray: returnIdExample,
  Warehouse: 'APC01',
  Label: '279384056194',
  Place: 'Shelf R2',
  Note: 'No papers',
  ParkedBy: 'sam@warehouse.example',
  ParkedAt: '2026-11-18T17:00:00Z',
  Settlement: '',
};

export const toStrayPackageRecord = (stray: StrayPackage): Static<typeof StrayPackageRecord> => ({
  Stray: stray.strayId,
  Warehouse: stray.warehouse,
  Label: stray.label,
  Place: stray.place,
  Note: stray.note,
  ParkedBy: stray.parkedBy,
  ParkedAt: formatInstant(stray.parkedAt),
  Settlement: stray.settlement,
});
