/**
 * Which warehouse is nearest to a recipient: transit days of ground service first, then distance (decisions 12 and 26). Pure.
 */

import { areaMiles, transitDays } from '../carriers/index.ts';
import type { Warehouse } from '../contract/operator-settings.ts';

/** Where nothing is said of it: whoever is best, on the ground. */
const bestGround = { carrier: 'BSW', service: 'GRND' } as const;

const remembered = new WeakMap<ReadonlyMap<string, Warehouse>, Map<string, readonly string[]>>();

/**
 * Codes of all warehouses, nearest first; ties and recipients without a usable ZIP by code. Remembered per three-digit
 * area for as long as the list of warehouses is the same object.
 */
export function nearestWarehouses(warehouses: ReadonlyMap<string, Warehouse>, zipCode: string): readonly string[] {
  const area = /^\s*\d{5}/.test(zipCode) ? zipCode.trim().slice(0, 3) : '';
  let areas = remembered.get(warehouses);
  if (areas === undefined) {
    areas = new Map();
    remembered.set(warehouses, areas);
  }
  // Transit looks at the ZIP itself over water only, where all of an area is alike.
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
    days: zip === undefined ? 0 : transitDays(bestGround, warehouse, zip),
    miles: zip === undefined ? 0 : (areaMiles(warehouse.zip, zip) ?? Number.MAX_VALUE),
  }));
  rated.sort((a, b) => a.days - b.days || a.miles - b.miles || (a.code < b.code ? -1 : 1));
  return rated.map(({ code }) => code);
}
