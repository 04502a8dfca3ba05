/** What is printed of a manifest: the carrier by its name, times as the clock of the warehouse shows them. Pure. */
import type { Static } from 'typebox';
import { carrierNames } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import type { ManifestContent } from '../shipping-labels/index.ts';
import type { ManifestRecord } from './manifest-fields.ts';

export function printedManifest(record: Static<typeof ManifestRecord>, timeZone: string): ManifestContent {
  const { Warehouse, Carrier, CreatedAt, DepartedAt, Orders, Boxes, WeightLb, Packages } = record;
  return {
    ...{ code: `${Warehouse}-${record.Number}`, warehouse: Warehouse },
    carrier: carrierNames[Carrier as CarrierCode] ?? Carrier,
    ...{ createdAt: printedTime(CreatedAt, timeZone), departedAt: printedTime(DepartedAt, timeZone) },
    ...{ orders: Orders, boxes: Boxes, weightLb: WeightLb },
    packages: Packages.map((each) => ({
      ...{ trackingNo: each.TrackingNumber, customerNo: each.CustomerNo, orderNo: each.OrderNo, box: each.Box },
      ...{ weightLb: each.WeightLb, place: `${each.City} ${each.ZipCode}`.trim() },
    })),
  };
}

/** `Nov 27, 2026, 9:23 PM PST`; '' stays ''. */
function printedTime(instant: string, timeZone: string): string {
  if (instant === '') return '';
  const fields = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const text = Temporal.Instant.from(instant).toLocaleString('en-US', { ...fields, timeZone, timeZoneName: 'short' });
  // Before AM and PM stands a narrow space.
  return text.replaceAll(/\s/g, ' ');
}
