/** The choices of the dialog that reports units in another condition. */

interface ListedStatus {
  readonly InventoryStatus: string;
  readonly Description: string;
  readonly DrawnByConsumerOrders: boolean;
  readonly Returned: boolean;
  readonly Damaged: boolean;
}

/** Statuses of goods that arrive and are not for sale: damaged first, then others such as a quarantine. */
export function conditionStatuses<Status extends ListedStatus>(statuses: readonly Status[]): Status[] {
  const others = statuses.filter((each) => !each.Damaged && !each.Returned && !each.DrawnByConsumerOrders);
  return [...statuses.filter(({ Damaged }) => Damaged), ...others];
}

/** What a choice sends: what the person chose, while it is offered; otherwise the usual value, or the first one. `''` when nothing is offered. */
export function offeredValue(chosen: string, usual: string, offered: readonly { readonly value: string }[]): string {
  const values = offered.map(({ value }) => value);
  return [chosen, usual].find((value) => values.includes(value)) ?? values[0] ?? '';
}
