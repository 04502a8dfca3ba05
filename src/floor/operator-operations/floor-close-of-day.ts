/** Floor/CloseOfDay: per carrier, what is ready, staged, on a manifest, and missing. */
import Type from 'typebox';
import { readCustomerNameLookup } from '../../auth/index.ts';
import { warehouseCodeField } from '../../contract/fields.ts';
import { noSuchWarehouseText, readWarehouseWhereOperatorWorks } from '../../operator-settings/index.ts';
import type { DbReader } from '../../platform/db/db.ts';
import { defineOperatorQuery } from '../../platform/http/operator-operation.ts';
import { readAsideItems } from '../bottles-aside.ts';
import { listBoxesLeftBehind, type MissingBox } from '../boxes-left-behind.ts';
import { floorRoles } from '../floor-fields.ts';
import {
  type CarrierOrderCount,
  countOrdersByCarrier,
  isManifestDepartedByScans,
  listFloorWorkInStates,
  maxListedFloorWork,
  readManifestProgress,
} from '../floor-lists.ts';
import { activeFloorStates, type FloorState, type FloorWork, labeledFloorStates } from '../floor-work.ts';
import { listOpenManifests } from '../manifest-store.ts';
import { type ManifestScanForm, readScanForms } from '../scan-form-store.ts';
import { ListedFloorOrderRecord, listedFloorOrderExample, listedFloorOrderRecord } from '../wave-fields.ts';

export const floorCloseOfDayOperation = defineOperatorQuery({
  path: '/api/Floor/CloseOfDay',
  summary: 'See the orders that are ready to depart',
  description:
    'Returns for each carrier how many orders of a warehouse are in work, labeled, staged and on the open manifest, the boxes that are missing, and the orders that are a problem. Missing boxes are those of at most 5,000 labeled orders, and at most 5,000 that stayed behind; problems are at most 5,000.',
  roles: floorRoles,
  request: Type.Object({ Warehouse: warehouseCodeField }),
  requestExample: { Warehouse: 'APC01' },
  reply: {
    description: 'The carriers.',
    schema: Type.Object({
      Carriers: Type.Array(
        Type.Object({
          Carrier: Type.String({ description: 'As requested, until the labels are bought.' }),
          InWork: Type.Integer({ description: 'Orders that have no label yet.' }),
          Labeled: Type.Integer({ description: 'Orders with a box that is not staged.' }),
          Staged: Type.Integer(),
          Manifested: Type.Integer(),
          Boxes: Type.Integer({ description: 'Staged and manifested boxes.' }),
          Manifest: Type.String({
            description:
              'The id of the open manifest, also when scans of the carrier have shipped all of its orders and only its departure is to be recorded; `""` when none has orders.',
          }),
          ScanForms: Type.Array(
            Type.Object({
              State: Type.Enum(['pending', 'made', 'refused']),
              Boxes: Type.Integer(),
              Message: Type.String({
                description:
                  'Why the carrier refused it, or what it replied last while it is pending, and how many boxes were left out, because their labels were voided before; `""` otherwise.',
              }),
            }),
            {
              description:
                'Forms of the open manifest that the carrier scans once for all their boxes. Only some carriers make them.',
            },
          ),
          Missing: Type.Array(
            Type.Object({
              CustomerNo: Type.String(),
              CustomerName: Type.String(),
              TransactionReferenceNumber: Type.String(),
              OrderNo: Type.String(),
              Box: Type.Integer(),
              TrackingNumber: Type.String(),
            }),
            {
              description:
                'Boxes of labeled orders that are not staged, and boxes that stayed behind when a carrier scan of another box shipped their order, until they are staged or scanned too; will-call boxes are not staged.',
            },
          ),
        }),
      ),
      Problems: Type.Array(
        Type.Object({
          ...ListedFloorOrderRecord.properties,
          Aside: Type.Array(Type.Object({ ItemNo: Type.String(), Units: Type.Integer(), Unreserved: Type.Integer() }), {
            description:
              'The bottles that stand aside for it, which no bin has. `Unreserved`: those that it does not reserve here any more, because its stock was lost or it ships from elsewhere. Take the order back to put them away.',
          }),
        }),
      ),
      More: Type.Boolean({
        description: 'There are more missing boxes or problems than are listed; the counts are exact.',
      }),
    }),
    example: {
      Carriers: [
        {
          Carrier: 'FEX',
          InWork: 3,
          Labeled: 1,
          Staged: 20,
          Manifested: 0,
          Boxes: 24,
          Manifest: '',
          ScanForms: [],
          Missing: [
            {
              CustomerNo: 'W1001',
              CustomerName: listedFloorOrderExample.CustomerName,
              TransactionReferenceNumber: listedFloorOrderExample.TransactionReferenceNumber,
              OrderNo: 'CLB1001',
              Box: 2,
              TrackingNumber: '794612345678',
            },
          ],
        },
      ],
      Problems: [
        {
          ...listedFloorOrderExample,
          State: 'problem',
          Packer: '',
          Note: 'Address not found',
          Aside: [{ ItemNo: '22CAB', Units: 2, Unreserved: 0 }],
        },
      ],
      More: false,
    },
  },
  errors: { 404: `${noSuchWarehouseText}.` },
  execute: async ({ environment: { db }, operator, request: { Warehouse: warehouse } }) => {
    await readWarehouseWhereOperatorWorks(db, operator, warehouse);
    const counts = await countOrdersByCarrier(db, warehouse, activeFloorStates);
    const labeled = await listFloorWorkInStates(db, warehouse, ['labeled']);
    const leftBehind = await listBoxesLeftBehind(db, warehouse);
    const missing = [...labeled.flatMap(missingBoxesOf), ...leftBehind];
    const problems = await listFloorWorkInStates(db, warehouse, ['problem']);
    const aside = await readAsideItems(db, problems);
    const scanned = await readScannedManifests(db, warehouse);
    const manifested = counts.flatMap(({ state, manifestId }) => (state === 'manifested' ? (manifestId ?? []) : []));
    const manifests = [...manifested, ...scanned.values()];
    const nameOf = await readCustomerNameLookup(db, [...missing, ...problems]);
    const forms = Map.groupBy(await readScanForms(db, manifests), ({ manifestId }) => manifestId);
    const carriers = new Set([...[...counts, ...leftBehind].map(({ carrier }) => carrier), ...scanned.keys()]);
    return {
      Carriers: [...carriers].sort().map((carrier) =>
        carrierRecord(
          { carrier, scannedManifest: scanned.get(carrier) ?? '' },
          counts.filter((count) => count.carrier === carrier),
          missing.filter((box) => box.carrier === carrier),
          { forms, nameOf },
        ),
      ),
      Problems: problems.map((work) => ({
        ...listedFloorOrderRecord(work, nameOf),
        Aside: (aside.get(work.orderId) ?? []).map(({ itemNo, units, unreserved }) => ({
          ItemNo: itemNo,
          Units: units,
          Unreserved: unreserved,
        })),
      })),
      More: Math.max(labeled.length, leftBehind.length, problems.length) >= maxListedFloorWork,
    };
  },
});

/** The open manifests of a warehouse of which scans of the carrier have shipped all orders, by carrier. */
async function readScannedManifests(reader: DbReader, warehouse: string): Promise<ReadonlyMap<string, string>> {
  const open = await listOpenManifests(reader, warehouse);
  const progress = await readManifestProgress(
    reader,
    open.map(({ manifestId }) => manifestId),
  );
  const scanned = open.filter(({ manifestId }) => isManifestDepartedByScans(progress.get(manifestId)));
  return new Map(scanned.map(({ carrier, manifestId }) => [carrier, manifestId]));
}

function carrierRecord(
  { carrier: Carrier, scannedManifest }: { readonly carrier: string; readonly scannedManifest: string },
  counts: readonly CarrierOrderCount[],
  missing: readonly MissingBox[],
  {
    forms,
    nameOf,
  }: {
    readonly forms: ReadonlyMap<string, readonly ManifestScanForm[]>;
    readonly nameOf: (customerNo: string) => string;
  },
) {
  const countOf = (state: FloorState) => counts.find((each) => each.state === state);
  const ordersIn = (state: FloorState) => countOf(state)?.orders ?? 0;
  const boxesIn = (state: FloorState) => countOf(state)?.boxes ?? 0;
  const manifest = countOf('manifested')?.manifestId ?? scannedManifest;
  return {
    Carrier,
    InWork: counts.reduce((sum, { state, orders }) => (labeledFloorStates.includes(state) ? sum : sum + orders), 0),
    Labeled: ordersIn('labeled'),
    Staged: ordersIn('staged'),
    Manifested: ordersIn('manifested'),
    Boxes: boxesIn('staged') + boxesIn('manifested'),
    Manifest: manifest,
    ScanForms: (forms.get(manifest) ?? []).map(({ state, shipments, message, leftOut }) => ({
      State: state,
      Boxes: shipments.length,
      Message: `${message} ${leftOut === 0 ? '' : `Left out, because their labels were voided: ${leftOut}.`}`.trim(),
    })),
    Missing: missing.map(({ customerNo, orderId, orderNo, box, trackingNo }) => ({
      CustomerNo: customerNo,
      CustomerName: nameOf(customerNo),
      TransactionReferenceNumber: orderId,
      OrderNo: orderNo,
      Box: box,
      TrackingNumber: trackingNo,
    })),
  };
}

const missingBoxesOf = ({ customerNo, orderId, orderNo, carrier, boxes }: FloorWork): MissingBox[] =>
  boxes.flatMap(({ box, trackingNo, stagedBy }) =>
    stagedBy === '' && trackingNo !== '' ? [{ customerNo, orderId, orderNo, carrier, box, trackingNo }] : [],
  );
