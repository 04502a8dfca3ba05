/**
 * Scans a JSON text before it is parsed. `JSON.parse` takes some microseconds for each object with its own keys and a
 * kilobyte for each level of nesting, and cannot be interrupted; the scan takes a nanosecond per byte. Pure.
 *
 * It counts values (each list, each object, and each comma between items or properties) and levels of nesting, and finds positions
 * at which long lists of top-level properties can be divided, so that they can be parsed in parts. It does not validate JSON.
 */

/** Deeper bodies are rejected. Open objects may have 32 levels (decision 4); the remainder is for ignored properties. */
export const maxJsonDepth = 64;

/** Maximum number of values in one item of a top-level list, and in everything outside of divided lists. */
export const maxJsonValuesParsedAtOnce = 25_000;

/** A part of a divided list ends at the first item after this number of values. */
const valuesPerPart = 5_000;

/** A part of a list: whole items with the commas between them. Offsets in bytes. */
export interface JsonListPart {
  readonly start: number;
  readonly end: number;
}

type JsonScan =
  | { readonly parts: readonly JsonListPart[] }
  /** Why the text must not be parsed. */
  | { readonly refused: 'depth' | 'values' };

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const open = 0x7b;
const close = 0x7d;

const tooManyValues = { refused: 'values' } as const;
const tooDeep = { refused: 'depth' } as const;

/**
 * Counts the values and levels of a JSON text, and finds where its long lists can be divided. `refused` when there are too many values or
 * levels.
 * @param maxValues of the whole text
 */
export function scanJson(bytes: Uint8Array, maxValues: number): JsonScan {
  const parts: JsonListPart[] = [];
  let depth = 0;
  let values = 0;
  /** Values outside of divided lists, and `values` where the member or the part that is being read began. */
  let undividedValues = 0;
  let memberFrom = 0;
  let partFrom = 0;
  /** Where the part begins; -1 outside of top-level lists. */
  let partStart = -1;
  let isDivided = false;

  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at += 1;
      while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
    } else if (byte === comma) {
      values += 1;
      if (partStart >= 0 && depth === 2) {
        if (values - memberFrom > maxJsonValuesParsedAtOnce) return tooManyValues;
        memberFrom = values;
        if (values - partFrom >= valuesPerPart) {
          parts.push({ start: partStart, end: at });
          partStart = at + 1;
          partFrom = values;
          isDivided = true;
        }
      } else if (partStart < 0) {
        undividedValues += 1;
      }
      if (values > maxValues || undividedValues > maxJsonValuesParsedAtOnce) return tooManyValues;
    } else if (byte === open || byte === openList) {
      values += 1;
      depth += 1;
      if (depth > maxJsonDepth) return tooDeep;
      if (byte === openList && depth === 2) {
        partStart = at + 1;
        partFrom = values;
        memberFrom = values;
        isDivided = false;
      } else if (partStart < 0) {
        undividedValues += 1;
      }
    } else if (byte === close || byte === closeList) {
      if (partStart >= 0 && depth === 2) {
        if (values - memberFrom > maxJsonValuesParsedAtOnce) return tooManyValues;
        if (isDivided) parts.push({ start: partStart, end: at });
        else undividedValues += values - partFrom;
        partStart = -1;
        if (undividedValues > maxJsonValuesParsedAtOnce) return tooManyValues;
      }
      depth -= 1;
    }
  }
  return values > maxValues ? tooManyValues : { parts };
}
