/** Limits of what people enter, which requests check and the fields of the portal show. */

/** Of a note, a reason or another text in a person's words. */
export const maxNoteLength = 500;

/** Of the text of an imported CSV file. As JSON, a file of this length usually stays below the default limit of a body (1 MiB). */
export const maxCsvLength = 900_000;

/** Of a packed box. */
export const minBoxWeightLb = 0.1;
export const maxBoxWeightLb = 150;

/** The weight of a packed box as a person types it, with up to two decimals; undefined for another text. */
export function parseBoxWeightLb(text: string): number | undefined {
  if (!/^\d{1,3}(\.\d{0,2})?$/.test(text)) return undefined;
  const weight = Number(text);
  return weight >= minBoxWeightLb && weight <= maxBoxWeightLb ? weight : undefined;
}
