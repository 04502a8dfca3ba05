/** Search for items by a part of their number, description or UPC, or by a scanned UPC. Pure. */

/**
 * The SQL of an item's searched text, the same expression as in its index. The table `skus` must have the alias `s`.
 */
export const itemTextSql = "lower(s.item_no || ' ' || s.description || ' ' || s.upc_code)";

/**
 * The LIKE pattern that finds items by a part of `itemTextSql`. Statements compare `lower(pattern)`: the small letters of JavaScript
 * differ from those of PostgreSQL in a few letters, as in the last sigma of a Greek word.
 */
export const toItemTextLikePattern = (part: string): string => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`;

const digitsSql = (text: string): string => `regexp_replace(${text}, '[[:space:]-]', '', 'g')`;
const capitalsSql = (text: string): string => `upper(btrim(${text}, E' \\t\\r\\n'))`;

/** Equal for a UPC and a scan that may be the same code. An index of `skus` has this expression. */
const scannedFormSql = (text: string): string =>
  `case when ${digitsSql(text)} ~ '^[0-9]+$' then ltrim(${digitsSql(text)}, '0') else ${capitalsSql(text)} end`;

const upcDigitsSql = digitsSql('s.upc_code');

/**
 * The SQL condition that an item's UPC is a scanned code: as it was sent, in any letter case, or, of digits, whatever spaces, hyphens
 * and leading zeros it was sent with. The table `skus` must have the alias `s`. An index finds the items.
 * @param parameter the parameter of the code: a GTIN as GTIN-14, any other code in capital letters
 */
export const upcMatchesScannedCodeSql = (parameter: string): string =>
  `(s.upc_code <> '' and ${scannedFormSql('s.upc_code')} = ${scannedFormSql(`${parameter}::text`)}
     and (${parameter} = ${capitalsSql('s.upc_code')} or ${parameter} ~ '^[0-9]+$'
     and ${parameter} in (${upcDigitsSql}, lpad(${upcDigitsSql}, greatest(14, length(${upcDigitsSql})), '0'))))`;

/** The UPCs as which a scanned one may have been sent: of digits with fewer or more leading zeros, because it may be sent as a number. */
export function computePossibleUpcSpellings(scanned: string): string[] {
  if (!/^\d{7,14}$/.test(scanned)) return [scanned];
  const digits = scanned.replace(/^0+/, '');
  return Array.from({ length: 15 - digits.length }, (_, zeros) => '0'.repeat(zeros) + digits);
}
