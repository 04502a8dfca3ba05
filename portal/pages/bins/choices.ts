/**
 * The items that one code names, and the choice between several: of several wineries, or one item in several inventory
 * statuses. For the bin station and counts.
 */

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

/**
 * The number that a text may be; undefined for another text. More than four digits are taken as a code, so a larger number has
 * its commas: `12,000`.
 */
export const parseTypedNumber = (code: string): number | undefined =>
  /^(?:\d{1,4}|\d{1,3}(?:,\d{3})+)$/.test(code) ? Number(code.replaceAll(',', '')) : undefined;

/** A count that is typed in a way that no code has, `=101` or `12,000`: it is never looked up as a code. */
export const parseExplicitCount = (code: string): number | undefined =>
  code.startsWith('=') ? parseTypedNumber(code.slice(1)) : code.includes(',') ? parseTypedNumber(code) : undefined;

/** How to type as a count a number that is also the code of a bin or an item. */
export const countHint = (code: string): string => `For a count, type =${code}.`;

/** The item of a typed number; `none` for a number that no choice has, undefined where no number is asked for or typed. */
export function choiceByNumber<Item extends StockedItem>(
  choices: readonly Item[],
  code: string,
): Item | 'none' | undefined {
  const number = parseTypedNumber(code);
  if (choices.length === 0 || number === undefined) return undefined;
  return choices[number - 1] ?? 'none';
}
