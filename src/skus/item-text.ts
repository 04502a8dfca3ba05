/** Items by a part of their text: number, description and UPC. Pure. */

/** The SQL of an item's text, the same expression as in its index. `s` is the item. */
export const itemText = "lower(s.item_no || ' ' || s.description || ' ' || s.upc_code)";

/** The pattern that finds items by a part of `itemText`, in any letter case. */
export const itemTextPattern = (part: string): string => `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
