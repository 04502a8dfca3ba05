/** The choices of the dialog that reports units in another condition. */

interface ListedStatus {
  /** `*`: a status of the interface. */
  readonly CustomerNo: string;
  readonly InventoryStatus: string;
  readonly Description: string;
  readonly DrawnByConsumerOrders: boolean;
  readonly Returned: boolean;
  readonly Damaged: boolean;
}

/**
 * Selects the statuses that are not for sale, for goods that arrive in bad condition: damaged first, then a winery's
 * own that are not of returns and that consumer orders do not draw, such as a quarantine. Other statuses of the
 * interface are of good stock, which orders that name them draw.
 */
export function unsellableStatusesOf<Status extends ListedStatus>(statuses: readonly Status[]): Status[] {
  const isForSale = (each: Status) => each.CustomerNo === '*' || each.Returned || each.DrawnByConsumerOrders;
  const others = statuses.filter((each) => !each.Damaged && !isForSale(each));
  return [...statuses.filter(({ Damaged }) => Damaged), ...others];
}

/** What a choice sends: what the person chose, while it is offered; otherwise the usual value, or the first one. `''` when nothing is offered. */
export function chosenOrDefault(chosen: string, usual: string, offered: readonly { readonly value: string }[]): string {
  const values = offered.map(({ value }) => value);
  return [chosen, usual].find((value) => values.includes(value)) ?? values[0] ?? '';
}
