/** The content of a printed manifest: the carrier by its name, times as the clock of the warehouse shows them. Pure. */
import type { Static } from 'typebox';
import { carrierNames } from '../carriers/index.ts';
import type { CarrierCode } from '../contract/code-lists.ts';
import type { ManifestContent } from '../shipping-labels/index.ts';
import type { ManifestRecord } from './manifest-fields.ts';
import type { Manifest } from './manifest-store.ts';

/** Returns the content of the printed manifest from the manifest and its record: times in `timeZone`, and the name of the carrier. */
export function toManifestContent(
  { createdAt, departedAt }: Pick<Manifest, 'createdAt' | 'departedAt'>,
  record: Static<typeof ManifestRecord>,
  timeZone: string,
): ManifestContent {
  const { Warehouse, Carrier, Orders, Boxes, WeightLb, Packages } = record;
  return {
    code: `${Warehouse}-${record.Number}`,
    warehouse: Warehouse,
    carrier: carrierNames[Carrier as CarrierCode] ?? Carrier,
    createdAt: printedTime(createdAt, timeZone),
    departedAt: departedAt === undefined ? '' : printedTime(departedAt, timeZone),
    orders: Orders,
    boxes: Boxes,
    weightLb: WeightLb,
    packages: Packages.map((each) => ({
      trackingNo: each.TrackingNumber,
      customerNo: each.CustomerNo,
      orderNo: each.OrderNo,
      box: each.Box,
      weightLb: each.WeightLb,
      place: `${each.City} ${each.ZipCode}`.trim(),
    })),
  };
}

/** `Nov 27, 2026, 9:23 PM PST` */
function printedTime(instant: Temporal.Instant, timeZone: string): string {
  const fields = { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const text = instant.toLocaleString('en-US', { ...fields, timeZone, timeZoneName: 'short' });
  // `toLocaleString` writes a narrow no-break space before AM and PM.
  return text.replaceAll(/\s/g, ' ');
}
