/** Manifests in replies of the operator interface. */

import Type, { type Static } from 'typebox';
import { readCustomerNameLookup } from '../auth/index.ts';
import { formatInstant } from '../lib/dates.ts';
import type { DbReader } from '../platform/db/db.ts';
import { readLeanOrderDetails } from '../sales-orders/index.ts';
import { shipToAddressOf } from '../warehouse/index.ts';
import { listLostTrackingNosOfManifest } from './boxes-left-behind.ts';
import type { StayedOrder } from './close-of-day.ts';
import { maxListedFloorWork, readManifestTotals } from './floor-lists.ts';
import type { FloorState, FloorWork } from './floor-work.ts';
import type { Manifest } from './manifest-store.ts';
import { ListedFloorOrderRecord, listedFloorOrderRecord } from './wave-fields.ts';

export const manifestIdField = Type.String({ format: 'uuid', description: '`Manifest` of Floor/Manifest.' });

const head = {
  Manifest: Type.String({ description: 'Its id.' }),
  Number: Type.Integer({ description: 'From 1 in the warehouse.' }),
  Warehouse: Type.String(),
  Carrier: Type.String(),
  CreatedAt: Type.String(),
  CreatedBy: Type.String(),
  DepartedAt: Type.String({ description: '`""` until it departs.' }),
  DepartedBy: Type.String(),
};

/** A manifest without its packages, as Floor/Manifests lists it. */
export const ListedManifestRecord = Type.Object({ ...head, Orders: Type.Integer() }, { title: 'ListedManifest' });

export const ManifestRecord = Type.Object(
  {
    ...head,
    Orders: Type.Integer(),
    Boxes: Type.Integer(),
    WeightLb: Type.Number(),
    More: Type.Boolean({
      description: `Packages has those of ${maxListedFloorWork} orders only; the sums are of all. Floor/ManifestDocument lists all packages, and Orders/Get those of an order.`,
    }),
    Packages: Type.Array(
      Type.Object({
        TrackingNumber: Type.String(),
        CustomerNo: Type.String(),
        CustomerName: Type.String(),
        OrderNo: Type.String(),
        Box: Type.Integer(),
        WeightLb: Type.Number(),
        City: Type.String(),
        ZipCode: Type.String(),
      }),
    ),
  },
  { title: 'Manifest' },
);

export const manifestIdExample = '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c0ee';

export const listedManifestExample: Static<typeof ListedManifestRecord> = {
  Manifest: manifestIdExample,
  Number: 4,
  Warehouse: 'APC01',
  Carrier: 'FEX',
  CreatedAt: '2026-11-18T23:00:00Z',
  CreatedBy: 'lee@warehouse.example',
  DepartedAt: '',
  DepartedBy: '',
  Orders: 1,
};

export const manifestExample: Static<typeof ManifestRecord> = {
  ...listedManifestExample,
  Boxes: 1,
  WeightLb: 7.4,
  More: false,
  Packages: [
    {
      TrackingNumber: '794612345678',
      CustomerNo: 'W1001',
      CustomerName: 'Cedar Ridge Winery',
      OrderNo: 'CLB1001',
      Box: 1,
      WeightLb: 7.4,
      City: 'Denver',
      ZipCode: '80202',
    },
  ],
};

/** Schema of orders that do not go on a manifest, or do not depart with it. `retry` describes `Retry`. */
export const stayedOrdersField = (description: string, retry: string) =>
  Type.Array(
    Type.Object({ Order: ListedFloorOrderRecord, Message: Type.String(), Retry: Type.Boolean({ description: retry }) }),
    { description },
  );

/** The records of orders that stayed, with the names of their customers. */
export async function readStayedOrderRecords(reader: DbReader, stayed: readonly StayedOrder[]) {
  const nameOf = await readCustomerNameLookup(
    reader,
    stayed.map(({ work }) => work),
  );
  return stayed.map(({ work, message, retry = false }) => ({
    Order: listedFloorOrderRecord(work, nameOf),
    Message: message,
    Retry: retry,
  }));
}

const headOf = (manifest: Manifest) => ({
  Manifest: manifest.manifestId,
  Number: manifest.number,
  Warehouse: manifest.warehouse,
  Carrier: manifest.carrier,
  CreatedAt: formatInstant(manifest.createdAt),
  CreatedBy: manifest.createdBy,
  DepartedAt: manifest.departedAt === undefined ? '' : formatInstant(manifest.departedAt),
  DepartedBy: manifest.departedBy ?? '',
});

export const listedManifestRecord = (manifest: Manifest, orders: number): Static<typeof ListedManifestRecord> => ({
  ...headOf(manifest),
  Orders: orders,
});

/**
 * A manifest with the packages of the orders `works`. The sums are of all its orders, or of those in `state` when it is given. Boxes that
 * were missing as it departed, or reported lost after that, are in neither.
 */
export async function readManifestRecord(
  reader: DbReader,
  manifest: Manifest,
  works: readonly FloorWork[],
  state?: FloorState,
): Promise<Static<typeof ManifestRecord>> {
  const details = await readLeanOrderDetails(reader, works);
  const nameOf = await readCustomerNameLookup(reader, works);
  const missing = [...manifest.missing, ...(await listLostTrackingNosOfManifest(reader, manifest.manifestId))];
  const packages = works.flatMap(({ customerNo, orderId, orderNo, boxes }) => {
    const to = shipToAddressOf(details.get(orderId), 'CLUB');
    const left = boxes.filter(({ trackingNo }) => !missing.includes(trackingNo));
    return left.map(({ box, trackingNo, weightLb }) => ({
      TrackingNumber: trackingNo,
      CustomerNo: customerNo,
      CustomerName: nameOf(customerNo),
      OrderNo: orderNo,
      Box: box,
      WeightLb: weightLb,
      City: to.city,
      ZipCode: to.zipCode,
    }));
  });
  const { orders, boxes, weightLb } = await readManifestTotals(reader, { ...manifest, missing }, state);
  return {
    ...headOf(manifest),
    Orders: orders,
    Boxes: boxes,
    WeightLb: Math.round(weightLb * 100) / 100,
    More: works.length < orders,
    Packages: packages,
  };
}
