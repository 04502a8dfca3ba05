/**
 * Classifies an address as residential or business from its wording (decision 27). Pure. Without a delivery point source
 * this is inference, so the result names its evidence; without evidence it is UNKNOWN.
 */
import type { StreetLine } from './street-line.ts';

export const addressClassifications = ['RESIDENTIAL', 'BUSINESS', 'MIXED', 'UNKNOWN'] as const;
export type AddressClassification = (typeof addressClassifications)[number];

interface ClassifiedAddress {
  readonly classification: AddressClassification;
  /** The evidence, in words for the caller; `''` for UNKNOWN. */
  readonly evidence: string;
}

const homes: ReadonlySet<string> = new Set(['APT', 'TRLR']);
const businesses: ReadonlySet<string> = new Set(['STE', 'DEPT', 'HNGR', 'OFC']);

/** Classifies by the units in the street lines: an apartment is residential, a suite is business, both are MIXED. */
export function classifyAddress(lines: readonly StreetLine[]): ClassifiedAddress {
  const found = lines.flatMap((line) => line.units);
  const home = found.find((unit) => homes.has(unit));
  const business = found.find((unit) => businesses.has(unit));
  if (home !== undefined && business !== undefined) {
    return { classification: 'MIXED', evidence: `MIXED, by the units ${home} and ${business} in the address.` };
  }
  if (home !== undefined)
    return { classification: 'RESIDENTIAL', evidence: `RESIDENTIAL, by the unit ${home} in the address.` };
  if (business !== undefined)
    return { classification: 'BUSINESS', evidence: `BUSINESS, by the unit ${business} in the address.` };
  return { classification: 'UNKNOWN', evidence: '' };
}
