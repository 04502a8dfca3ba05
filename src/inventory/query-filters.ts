/** How the inventory queries read their filters and pages. */
import { invariant } from '../lib/assert.ts';
import type { Page, readPage } from '../lib/paging.ts';
import type { Fault } from '../platform/errors.ts';

/** An empty list filters nothing, like an absent one. */
export function nonEmptyList<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list === undefined || list.length === 0 ? undefined : list;
}

/** The values of a field that the interface has as one and as a list: their union (decision 9). */
export function mergeFilters<T>(one: T | undefined, list: readonly T[] | undefined): readonly T[] | undefined {
  return nonEmptyList([...new Set([...(one === undefined ? [] : [one]), ...(list ?? [])])]);
}

/** What is wrong with the page that a request asks for. */
export function pageFaults(read: ReturnType<typeof readPage>): Fault[] {
  return read.ok ? [] : [...read.faults];
}

/** The page of a request that has been checked. */
export function checkedPage(read: ReturnType<typeof readPage>): Page {
  invariant(read.ok, 'a page was not checked');
  return read.page;
}
