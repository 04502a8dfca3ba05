/** Which packages of an order come back with a return, and how they travel. Pure (decision 11: a return is a new leg). */

import {
  addWorkingDays,
  type CarrierAndService,
  calendarOf,
  type Holidays,
  instantAt,
  type Scan,
  transitDays,
} from '../carriers/index.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { dateIn } from '../lib/dates.ts';
import type { ItemQuantity } from '../returns/index.ts';
import type { Package } from '../warehouse/index.ts';

/** When a carrier brings returns, on the warehouse's clock. */
const deliveryTime = '11:00';

/** The packages that hold what comes back: whole ones first, each item from as few as can be. In the order's order. */
export function returnedPackages(packages: readonly Package[], items: readonly ItemQuantity[]): Package[] {
  const left = new Map<string, number>();
  for (const { itemNo, quantity } of items) left.set(itemNo, (left.get(itemNo) ?? 0) + quantity);
  const chosen = new Set<Package>();
  const holds = (p: Package, itemNo: string) =>
    p.items.reduce((sum, item) => (item.itemNo === itemNo ? sum + item.units : sum), 0);
  const take = (p: Package): void => {
    chosen.add(p);
    for (const itemNo of new Set(p.items.map((item) => item.itemNo))) {
      left.set(itemNo, Math.max(0, (left.get(itemNo) ?? 0) - holds(p, itemNo)));
    }
  };
  const wanted = (itemNo: string) => left.get(itemNo) ?? 0;
  // One whose return has begun already brings back something else, so it comes last.
  const ranked = packages.toSorted((a, b) => a.leg - b.leg || a.packageNo - b.packageNo);
  for (const p of ranked) if (p.items.every(({ itemNo }) => wanted(itemNo) >= holds(p, itemNo))) take(p);
  for (const p of ranked) if (!chosen.has(p) && p.items.some(({ itemNo }) => wanted(itemNo) > 0)) take(p);
  return packages.filter((p) => chosen.has(p));
}

/** The carrier takes a package back from the recipient. */
export function turnedBack(leg: number, at: Temporal.Instant, location: string): Scan {
  return { leg, at, code: 'RS', message: 'Returning to the shipper', location };
}

/** The carrier hands a package back at the warehouse. */
export function handedBack(leg: number, at: Temporal.Instant, { city, state }: Warehouse): Scan {
  return { leg, at, code: 'RD', message: 'Returned to the shipper', location: `${city}, ${state}` };
}

/** When what turns back now arrives: after as many working days as the way out takes, at least one. */
export function arrivalOf(
  way: CarrierAndService & { readonly from: string | undefined; readonly to: Warehouse },
  now: Temporal.Instant,
  holidays: Holidays,
): Temporal.Instant {
  const { timeZone } = way.to;
  const days = Math.max(1, transitDays(way, way.to, way.from));
  const day = addWorkingDays(calendarOf(way.to, holidays), dateIn(now, timeZone), days);
  return instantAt(day, deliveryTime, timeZone);
}
