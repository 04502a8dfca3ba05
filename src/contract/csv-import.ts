/** Imports of CSV files by operators: all of a file or, when a line has a fault, nothing. */
import Type from 'typebox';
import { type CsvRowFault, CsvTableError } from '../lib/csv-table.ts';
import { AppError, type Fault, validationRefusal } from '../platform/errors.ts';
import { maxCsvLength } from './entry-limits.ts';

export const csvTextField = Type.String({
  minLength: 1,
  maxLength: maxCsvLength,
  description: 'The text of the file.',
});

export const csvPreviewField = Type.Optional(
  Type.Boolean({ description: 'Only check the file and return what it would change. Nothing is changed.' }),
);

/** Returns the file that `read` parses. Throws `ValidationFailed` when the file is unusable as a whole or one of its lines has a fault. */
export function parseCsvRejectingRowFaults<File extends { readonly faults: readonly CsvRowFault[] }>(
  read: () => File,
): File {
  const file = parseCsvAllowingRowFaults(read);
  assertNoCsvFaults(file.faults);
  return file;
}

/**
 * Returns the file that `read` parses. Throws `ValidationFailed` when `read` throws a `CsvTableError`, because the file
 * is unusable as a whole.
 */
export function parseCsvAllowingRowFaults<File>(read: () => File): File {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CsvTableError)) throw error;
    throw new AppError(
      validationRefusal([{ field: 'Csv', code: 'Format', message: `is not usable: ${error.message}` }]),
    );
  }
}

/** Throws the faults of lines as one `ValidationFailed`, if there are any. */
export function assertNoCsvFaults(faults: readonly CsvRowFault[]): void {
  if (faults.length === 0) return;
  const shown = faults.map(
    ({ line, column, message }): Fault => ({
      field: 'Csv',
      code: 'Line',
      message: `line ${line}${column === '' ? '' : `, ${column}`}: ${message}`,
    }),
  );
  throw new AppError(validationRefusal(shown));
}
