/** Items by a part of their text: number, description and UPC. Pure. */

/** What a text is compared with, as the index of items has it. `s` is the item. */
export const itemText = "lower(s.item_no || ' ' || s.description || ' ' || s.upc_code)";

/** The pattern of a part of it, in any letter case. */
export const itemTextPattern = (part: string): string => `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
