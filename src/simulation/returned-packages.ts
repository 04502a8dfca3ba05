/** The packages of a return and their scans; a return is a new leg of a package (decision 21). Pure. */

import {
  addWorkingDays,
  type CarrierAndService,
  type CarrierScan,
  computeTransitDays,
  type HolidayDateSet,
  instantOfLocalTime,
  workCalendarOfWarehouse,
} from '../carriers/index.ts';
import type { Warehouse } from '../contract/operator-settings.ts';
import { dateInZone } from '../lib/dates.ts';
import type { ItemQuantity } from '../returns/index.ts';
import { isLivePackage, type Package } from '../warehouse/index.ts';

/** When carriers deliver returns, in the warehouse's time zone. */
const deliveryTime = '11:00';

/**
 * The live packages that contain the returned items: first those that return completely, then others that still add missing
 * units. Both begin with packages that have returned least often; of these, the others begin with the one that adds most
 * units. Result in the order of `packages`.
 */
export function choosePackagesToReturn(packages: readonly Package[], items: readonly ItemQuantity[]): Package[] {
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
  const addedUnits = (p: Package): number =>
    [...new Set(p.items.map((item) => item.itemNo))].reduce(
      (sum, itemNo) => sum + Math.min(wanted(itemNo), holds(p, itemNo)),
      0,
    );
  // Packages with an earlier return probably have no such units left, so they are last.
  const ranked = packages.filter(isLivePackage).toSorted((a, b) => a.leg - b.leg || a.packageNo - b.packageNo);
  for (const p of ranked) if (p.items.every(({ itemNo }) => wanted(itemNo) >= holds(p, itemNo))) take(p);
  const added = new Map(ranked.map((p) => [p, addedUnits(p)]));
  const partial = ranked.toSorted((a, b) => a.leg - b.leg || (added.get(b) ?? 0) - (added.get(a) ?? 0));
  for (const p of partial) if (!chosen.has(p) && p.items.some(({ itemNo }) => wanted(itemNo) > 0)) take(p);
  return packages.filter((p) => chosen.has(p));
}

/** The carrier picks a package up for its return. */
export function buildReturnPickupScan(leg: number, at: Temporal.Instant, location: string): CarrierScan {
  return { leg, at, code: 'RS', message: 'Returning to the shipper', location };
}

/** The carrier delivers a returned package to the warehouse. */
export function buildReturnDeliveryScan(leg: number, at: Temporal.Instant, { city, state }: Warehouse): CarrierScan {
  return { leg, at, code: 'RD', message: 'Returned to the shipper', location: `${city}, ${state}` };
}

/** When a return that starts now arrives: after as many working days as the carrier takes outbound, at least one. */
export function computeSimulatedReturnArrivalTime(
  route: CarrierAndService & { readonly from: string | undefined; readonly to: Warehouse },
  now: Temporal.Instant,
  holidays: HolidayDateSet,
): Temporal.Instant {
  const { timeZone } = route.to;
  const days = Math.max(1, computeTransitDays(route, route.to, route.from));
  const day = addWorkingDays(workCalendarOfWarehouse(route.to, holidays), dateInZone(now, timeZone), days);
  return instantOfLocalTime(day, deliveryTime, timeZone);
}
