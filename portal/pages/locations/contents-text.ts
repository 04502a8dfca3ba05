/** What lies in a location, in words. */

/** Most stock has this status, so texts name only the others. */
export const usualStatus = 'GOOD-NO-TX';

interface Content {
  readonly ItemNo: string;
  readonly InventoryStatus: string;
  /** Absent while the item is counted blind. */
  readonly Quantity?: number | undefined;
}

/** `PIN DMGD-NO-TX`: of one item, units in different conditions lie beside each other. */
export const contentName = ({ ItemNo, InventoryStatus }: Omit<Content, 'Quantity'>): string =>
  InventoryStatus === usualStatus ? ItemNo : `${ItemNo} ${InventoryStatus}`;

/** `10 × PIN, 2 × PIN DMGD-NO-TX` */
export const contentsText = (contents: readonly Content[]): string =>
  contents.map((content) => `${content.Quantity ?? 'counting'} × ${contentName(content)}`).join(', ');
