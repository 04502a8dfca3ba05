/**
 * Parses the bytes of a body to JSON within bounds (decision 4), so that no body blocks the event loop for long. Bodies with
 * very long lists are parsed in parts, and the event loop serves other requests between the parts.
 */
import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createEventLoopYielder } from '../../lib/event-loop-yielder.ts';
import { AppError } from '../errors.ts';
import type { ParsedBody } from './mount.ts';
import { type JsonListPart, maxJsonDepth, maxJsonValuesParsedAtOnce, scanJson } from './scan-json.ts';

/** Returns a promise only for a body that is parsed in parts. The whole body may have at most `maxValues` values. */
export function parseBody(bytes: Buffer, maxValues: number): ParsedBody | AppError | Promise<ParsedBody | AppError> {
  if (!isUtf8(bytes)) return malformed('The body is not valid UTF-8. Send it in this encoding.');
  // A byte order mark is no part of JSON but of how some clients write it.
  const json = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  const scan = isPlain(json, maxValues) ? unscanned : scanJson(json, maxValues);
  if ('refused' in scan) return scanError(scan.refused, maxValues);
  const text = json.toString('utf8');
  try {
    if (scan.parts.length === 0) return { value: JSON.parse(text), text };
  } catch {
    return malformed(text.trim() === '' ? 'The body is empty. Send a JSON object.' : notJson);
  }
  return parseParts(json, scan.parts).then(
    (value) => ({ value, text }),
    () => malformed(notJson),
  );
}

const unscanned = { parts: [] } as const;

/** Whether a body is so small that no bound can be exceeded: most are, and the scan costs as much as the parser. */
function isPlain(json: Buffer, maxValues: number): boolean {
  // Each value takes a byte at least, and each level a bracket.
  return json.length <= Math.min(maxValues, maxJsonValuesParsedAtOnce) && brackets(json, maxJsonDepth) <= maxJsonDepth;
}

const openObject = 0x7b;
const openList = 0x5b;

/** The number of opening brackets; counts until there are more than `enough`. */
function brackets(json: Buffer, enough: number): number {
  let count = 0;
  for (const bracket of [openObject, openList]) {
    for (let at = json.indexOf(bracket); at >= 0 && count <= enough; at = json.indexOf(bracket, at + 1)) count += 1;
  }
  return count;
}

const notJson = 'The body is not valid JSON.';

const malformed = (reason: string) => new AppError({ code: 'MalformedJson', reason });

function scanError(why: 'depth' | 'values', maxValues: number): AppError {
  const reason =
    why === 'depth'
      ? `The body must not be nested deeper than ${maxJsonDepth} levels.`
      : `The body has more than ${maxValues} values, or more than ${maxJsonValuesParsedAtOnce} in one place. Send it in smaller parts.`;
  return malformed(reason);
}

/** Stands for the part of a list until that is parsed. No caller can guess it. */
const placeholder = `part ${randomUUID()} `;

/** Rejects when the body or a part of it is not JSON. */
async function parseParts(json: Buffer, parts: readonly JsonListPart[]): Promise<unknown> {
  let rest = '';
  let end = 0;
  for (const [index, part] of parts.entries()) {
    rest += `${json.toString('utf8', end, part.start)}"${placeholder}${index}"`;
    end = part.end;
  }
  rest += json.toString('utf8', end);
  const body: Record<string, unknown> = JSON.parse(rest);
  const parsed: unknown[][] = [];
  const pause = createEventLoopYielder();
  for (const part of parts) {
    await pause();
    const members: unknown[] = JSON.parse(`[${json.toString('utf8', part.start, part.end)}]`);
    // Nothing between two commas, or before the end.
    if (members.length === 0) throw new SyntaxError('a list has a comma too many');
    parsed.push(members);
  }
  for (const [name, value] of Object.entries(body)) {
    if (Array.isArray(value) && isPlaceholder(value[0]))
      body[name] = value.flatMap((each) => expandPlaceholder(each, parsed));
  }
  return body;
}

const isPlaceholder = (value: unknown): value is string => typeof value === 'string' && value.startsWith(placeholder);

const expandPlaceholder = (value: unknown, parsed: readonly unknown[][]): unknown[] =>
  isPlaceholder(value) ? (parsed[Number(value.slice(placeholder.length))] as unknown[]) : [value];
