/**
 * `Skip` and `Top` of the list operations (interface: Endpoints, Limits; decision 15).
 */

export interface PageRange {
  readonly skip: number;
  readonly top: number;
}

interface PagingRules {
  readonly defaultTop: number;
  readonly maxTop: number;
  /**
   * Handling of a `Top` below 0: use the maximum (GetStatus, interface: Limits) or report a fault. A `Top` above the
   * maximum becomes the maximum.
   */
  readonly negativeTop: 'maximum' | 'fault';
}

interface PagingFault {
  readonly field: 'Skip' | 'Top';
  readonly code: string;
  readonly message: string;
}

/** All lists with `Skip` and `Top` except GetStatus (decision 15). */
export const defaultPagingRules: PagingRules = { defaultTop: 500, maxTop: 2500, negativeTop: 'fault' };

/** GetStatus: any `Top` outside 0 to 2500 becomes 2500 (interface: Limits). */
export const inventoryStatusPagingRules: PagingRules = { defaultTop: 2500, maxTop: 2500, negativeTop: 'maximum' };

/** The requested page, or all faults. Absent and null mean the default; only whole numbers are accepted. */
export function parsePageRange(
  requested: { readonly skip?: number | null | undefined; readonly top?: number | null | undefined },
  rules: PagingRules = defaultPagingRules,
): { readonly ok: true; readonly page: PageRange } | { readonly ok: false; readonly faults: readonly PagingFault[] } {
  const skip = requested.skip ?? 0;
  const top = requested.top ?? rules.defaultTop;
  const faults: PagingFault[] = [];
  if (!Number.isSafeInteger(skip)) faults.push({ field: 'Skip', code: 'Type', message: 'must be an integer' });
  else if (skip < 0) faults.push({ field: 'Skip', code: 'Minimum', message: 'must be at least 0' });
  if (!Number.isInteger(top)) faults.push({ field: 'Top', code: 'Type', message: 'must be an integer' });
  else if (top < 0 && rules.negativeTop === 'fault') {
    faults.push({ field: 'Top', code: 'Minimum', message: 'must be at least 0' });
  }
  if (faults.length > 0) return { ok: false, faults };
  return { ok: true, page: { skip, top: top < 0 || top > rules.maxTop ? rules.maxTop : top } };
}

/** `MoreRecords`: whether there are rows after this page. */
export function hasMoreRecords(page: PageRange, totalRecordCount: number): boolean {
  return page.skip + page.top < totalRecordCount;
}

/**
 * Selects the extents that contain a page, given the row `count` of each, and the number of rows to skip in the first
 * one.
 */
export function selectRangesOfPage<Extent extends { readonly count: number }>(
  ranges: readonly Extent[],
  { skip, top }: PageRange,
): { readonly extents: readonly Extent[]; readonly skip: number } {
  let passed = 0;
  let first = 0;
  for (const { count } of ranges) {
    if (passed + count > skip) break;
    passed += count;
    first += 1;
  }
  let end = first;
  for (let reached = passed; end < ranges.length && reached < skip + top; end += 1) {
    reached += ranges[end]?.count ?? 0;
  }
  return { extents: ranges.slice(first, end), skip: skip - passed };
}
