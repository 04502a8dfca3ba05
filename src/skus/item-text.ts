/** Search for items by a part of their number, description or UPC. Pure. */

/**
 * The SQL of an item's searched text, the same expression as in its index. The table `skus` must have the alias `s`.
 */
export const itemTextSql = "lower(s.item_no || ' ' || s.description || ' ' || s.upc_code)";

/** The LIKE pattern that finds items by a part of `itemTextSql`, in any letter case. */
export const itemTextLikePattern = (part: string): string => `%${part.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`;
