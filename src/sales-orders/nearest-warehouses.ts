/** Ranks warehouses for a recipient: by transit days of ground service, then by distance (decisions 12 and 26). Pure. */
import { computeMilesBetweenZipAreas, computeTransitDays } from '../carriers/index.ts';
import type { Warehouse } from '../contract/operator-settings.ts';

const bestGround = { carrier: 'BSW', service: 'GRND' } as const;

/** Ranked warehouse codes, by list of warehouses and three-digit ZIP area. */
const caches = new WeakMap<ReadonlyMap<string, Warehouse>, Map<string, readonly string[]>>();

/** Codes of all warehouses, nearest first. Ties are sorted by code, and without a usable ZIP code all warehouses. */
export function rankWarehousesByNearness(
  warehouses: ReadonlyMap<string, Warehouse>,
  zipCode: string,
): readonly string[] {
  const area = /^\s*\d{5}/.test(zipCode) ? zipCode.trim().slice(0, 3) : '';
  let areas = caches.get(warehouses);
  if (areas === undefined) {
    areas = new Map();
    caches.set(warehouses, areas);
  }
  // The ZIP code that is requested first stands for its whole area: transit times do not differ within one.
  let nearest = areas.get(area);
  if (nearest === undefined) {
    nearest = sortByNearness(warehouses, area === '' ? undefined : zipCode.trim().slice(0, 5));
    areas.set(area, nearest);
  }
  return nearest;
}

function sortByNearness(warehouses: ReadonlyMap<string, Warehouse>, zip: string | undefined): readonly string[] {
  const rated = [...warehouses.values()].map((warehouse) => ({
    code: warehouse.code,
    days: zip === undefined ? 0 : computeTransitDays(bestGround, warehouse, zip),
    miles: zip === undefined ? 0 : (computeMilesBetweenZipAreas(warehouse.zip, zip) ?? Number.MAX_VALUE),
  }));
  rated.sort((a, b) => a.days - b.days || a.miles - b.miles || (a.code < b.code ? -1 : 1));
  return rated.map(({ code }) => code);
}
