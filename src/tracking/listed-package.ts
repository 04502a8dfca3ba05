/** The record of a package as GetPackages lists it (interface: Tracking; decision 9). Pure. */
import Type, { type Static } from 'typebox';
import { textField } from '../contract/fields.ts';
import { formatInstant } from '../lib/dates.ts';
import type { LeanOrderDetails, OrderHeader } from '../sales-orders/index.ts';
import type { Package } from '../warehouse/index.ts';
import { TrackingRecord, toPackageTrackingRecord, trackingExample } from './tracking-record.ts';

export const ListedPackageRecord = Type.Object(
  {
    ...TrackingRecord.properties,
    PackageNo: Type.Integer({ description: 'From 1 within the order.' }),
    LastActivityTimestamp: textField('Time of the latest activity, ISO 8601 with offset.'),
    Length: textField('Inches.'),
    Width: textField('Inches.'),
    Height: textField('Inches.'),
  },
  { title: 'Package' },
);
export type ListedPackageRecord = Static<typeof ListedPackageRecord>;

/** The GetPackages record of one package. Fields whose data was erased are ''. */
export function toListedPackageRecord(
  order: OrderHeader,
  details: LeanOrderDetails | undefined,
  p: Package,
  timeZone: string,
): ListedPackageRecord {
  return {
    ...toPackageTrackingRecord({ order, details }, p, { timeZone }),
    PackageNo: p.packageNo,
    LastActivityTimestamp: formatInstant(p.lastActivityAt, timeZone),
    Length: String(p.lengthIn),
    Width: String(p.widthIn),
    Height: String(p.heightIn),
  };
}

export const listedPackageExample: ListedPackageRecord = {
  ...trackingExample,
  PackageNo: 1,
  LastActivityTimestamp: '2026-11-19T21:15:00-08:00',
  Length: '14',
  Width: '14',
  Height: '18',
};
