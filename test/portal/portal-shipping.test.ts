/** Orders leave: released, picked, packed, scanned, shipped, handed over. */

import { labelWalks } from './walks/labels.ts';
import { packingWalks } from './walks/packing.ts';
import { pickingWalks } from './walks/picking.ts';
import { releaseWalks } from './walks/release.ts';
import { scanWalks } from './walks/scans.ts';
import { scheduleWalks } from './walks/schedules.ts';
import { shippingWalks } from './walks/shipping.ts';
import { willCallWalks } from './walks/will-call.ts';
import { walkPortal } from './walks.ts';

walkPortal([
  packingWalks,
  scanWalks,
  pickingWalks,
  releaseWalks,
  shippingWalks,
  scheduleWalks,
  willCallWalks,
  labelWalks,
]);
