/**
 * The items that one code names, and the choice between several: of several wineries, or one item in several inventory
 * statuses. For the bin station and counts.
 */

import { parseTypedNumber } from '../../station/typed-count.ts';

/** An item as stock has it. */
export interface StockedItem {
  readonly CustomerNo: string;
  readonly ItemNo: string;
  readonly InventoryStatus: string;
}

export const isSameStockedItem = (a: StockedItem, b: StockedItem): boolean =>
  a.CustomerNo === b.CustomerNo && a.ItemNo === b.ItemNo && a.InventoryStatus === b.InventoryStatus;

/** The description of an item; its number when it has none. */
export const itemNameOf = ({
  Description,
  ItemNo,
}: {
  readonly Description: string;
  readonly ItemNo: string;
}): string => (Description === '' ? ItemNo : Description);

/** The question in the verdict band and above the list while a person has to choose an item. */
export const choicePrompt = 'Which one?';

export const choiceMessage = (choices: readonly StockedItem[]): string =>
  `${choices.length} have this code here: type the number of one, or choose it.`;

/** The message for a number that no choice has. */
export const invalidChoiceMessage = (choices: readonly StockedItem[]): string =>
  `Type 1 to ${choices.length}, or choose it.`;

/** The item of a typed number; `none` for a number that no choice has, undefined where no number is asked for or typed. */
export function choiceByNumber<Item extends StockedItem>(
  choices: readonly Item[],
  code: string,
): Item | 'none' | undefined {
  const number = parseTypedNumber(code);
  if (choices.length === 0 || number === undefined) return undefined;
  return choices[number - 1] ?? 'none';
}
