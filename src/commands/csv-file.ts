/** Reads CSV files that the operator names, and reports their faults. */
import { constants } from 'node:buffer';
import { lineBreakPattern } from '../lib/csv.ts';
import type { CsvRowFault } from '../lib/csv-table.ts';
import { formatCountWithNoun } from '../lib/text.ts';
import { CliError } from '../platform/cli-error.ts';

const maxFaultsShown = 50;

/** The longest text that Node.js holds. */
const maxBytes = constants.MAX_STRING_LENGTH;

/** The text of a UTF-8 file. Throws `CliError` when it cannot be read, is too large, is not UTF-8, or has a NUL character. */
export async function readTextFile(file: string): Promise<string> {
  const { readFile, stat } = await import('node:fs/promises');
  let bytes: Uint8Array | undefined;
  try {
    if ((await stat(file)).size <= maxBytes) bytes = await readFile(file);
  } catch (cause) {
    throw new CliError(`${file} cannot be read: ${(cause as Error).message}`, 2, { cause });
  }
  if (bytes === undefined) {
    const limit = `${Math.floor(maxBytes / 1_000_000)} MB`;
    throw new CliError(
      `${file} is larger than ${limit}, the most that is imported at once: split it, transit times by service and pickup locations by carrier; nothing was imported`,
    );
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError(`${file} is not written in UTF-8: nothing was imported`, 1, { cause });
  }
  // PostgreSQL stores no NUL characters. A file with many of them is probably UTF-16, which can also be valid UTF-8.
  const nul = text.indexOf('\0');
  if (nul === -1) return text;
  const line = text.slice(0, nul).split(lineBreakPattern).length;
  throw new CliError(
    `${file} has a NUL character in line ${line}: save it as plain text in UTF-8; nothing was imported`,
  );
}

/** Runs `read`, and throws a `CliError` for an error that concerns the whole file (`CsvTableError`). */
export async function withCsvErrorsAsCliErrors<File>(read: () => File): Promise<File> {
  const { CsvTableError } = await import('../lib/csv-table.ts');
  try {
    return read();
  } catch (error) {
    if (error instanceof CsvTableError)
      throw new CliError(`${error.message}: nothing was imported`, 1, { cause: error });
    throw error;
  }
}

export function toWireCsvFault({ line, column, message }: CsvRowFault) {
  return { Line: line, Column: column, Message: message };
}

/** Rows with faults, for people; with `isSkipped` the others were imported. "" when there is none. */
export function formatCsvFaults(file: string, faults: readonly CsvRowFault[], isSkipped = true): string {
  if (faults.length === 0) return '';
  const lines = new Set(faults.map((fault) => fault.line)).size;
  const shown = faults
    .slice(0, maxFaultsShown)
    .map(({ line, column, message }) => `  line ${line}${column === '' ? '' : `, ${column}`}: ${message}\n`);
  const skipped = isSkipped ? (lines === 1 ? ' was skipped' : ' were skipped') : '';
  const more =
    faults.length > maxFaultsShown ? `  and ${faults.length - maxFaultsShown} more: use --json for all\n` : '';
  return `${file}: ${formatCountWithNoun(lines, 'invalid row')}${skipped}\n${shown.join('')}${more}`;
}
