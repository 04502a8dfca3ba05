/** Filters and pages of the inventory queries. */
import { invariant } from '../lib/assert.ts';
import type { PageRange, parsePageRange } from '../lib/paging.ts';
import type { Fault } from '../platform/errors.ts';

/** Undefined for an empty list, which filters nothing. */
export function emptyToUndefined<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The union of a single-value field and its list field (decision 9); undefined when both are empty. */
export function mergeFilterValues<T>(one: T | undefined, list: readonly T[] | undefined): readonly T[] | undefined {
  return emptyToUndefined([...new Set([...(one === undefined ? [] : [one]), ...(list ?? [])])]);
}

/** The faults of a request's `Skip` and `Top`. */
export function pageRangeFaultsOf(read: ReturnType<typeof parsePageRange>): Fault[] {
  return read.ok ? [] : [...read.faults];
}

/** The page of a request whose `pageRangeFaultsOf` were empty. */
export function assertValidPageRange(read: ReturnType<typeof parsePageRange>): PageRange {
  invariant(read.ok, 'a page was not checked');
  return read.page;
}
