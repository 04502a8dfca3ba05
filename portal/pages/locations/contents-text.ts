/** What lies in a location, in words. */

/** Most stock has this status, so texts name only the others. */
export const usualStatus = 'GOOD-NO-TX';

interface NamedContent {
  readonly ItemNo: string;
  readonly InventoryStatus: string;
}

interface Content extends NamedContent {
  readonly CustomerNo: string;
  readonly CustomerName: string;
  /** Absent while the item is counted blind. */
  readonly Quantity?: number | undefined;
}

/** `PIN DMGD-NO-TX`: of one item, units in different conditions lie beside each other. */
export const contentName = ({ ItemNo, InventoryStatus }: NamedContent): string =>
  InventoryStatus === usualStatus ? ItemNo : `${ItemNo} ${InventoryStatus}`;

/** `10 × PIN, 2 × PIN DMGD-NO-TX of Hilltop Cellars W1001; 6 × PIN of Stonebridge W1002`: wineries may use the same item numbers. */
export const contentsText = (contents: readonly Content[]): string =>
  [...Map.groupBy(contents, ({ CustomerNo }) => CustomerNo).values()].map(wineryContentsText).join('; ');

function wineryContentsText(contents: readonly Content[]): string {
  const units = contents.map((content) => `${content.Quantity ?? 'counting'} × ${contentName(content)}`).join(', ');
  return [units, 'of', contents[0]?.CustomerName, contents[0]?.CustomerNo].filter(Boolean).join(' ');
}
