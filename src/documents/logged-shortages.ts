/** Shortages as they are logged. */
export function toLoggedShortages(
  shortages: readonly {
    readonly itemNo: string;
    readonly status: string;
    readonly quantity: number;
    readonly available: number;
  }[],
) {
  return shortages.map(({ itemNo, status, quantity, available }) => ({ itemNo, status, wanted: quantity, available }));
}
