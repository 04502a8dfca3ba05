/** `dray import locations` and `dray import transit`: loads the operator's directory and transit times from CSV files. */
import { Command } from 'commander';
import type { CsvRowFault } from '../lib/csv-table.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Db } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';
import { withSystem } from './session.ts';

interface ImportOptions {
  readonly environment: EnvironmentName;
  readonly json?: true;
}

/** The contents and format of a file. */
interface ReadFile {
  readonly faults: readonly CsvRowFault[];
  readonly count: number;
  write(db: Db): Promise<{ removed: number }>;
}

const maxFaultsShown = 50;

export function importCommand(): Command {
  return new Command('import')
    .description("load the operator's data from CSV files")
    .addCommand(
      newImportCommand(
        'locations',
        'load where carriers keep packages for the recipient; replaces all locations of the carriers that the file names',
        readLocations,
      ),
    )
    .addCommand(
      newImportCommand(
        'transit',
        'load transit times between three-digit ZIP areas; replaces all times of the services and carriers that the file names',
        readTransit,
      ),
    );
}

function newImportCommand(name: string, description: string, read: (text: string) => Promise<ReadFile>): Command {
  return new Command(name)
    .description(description)
    .argument('<file>', 'a CSV file in UTF-8, with a header; its columns are described in docs/operating.md')
    .addOption(environmentOption().makeOptionMandatory())
    .option('--json', 'print {"Imported","Removed","Faults"} and nothing else')
    .addHelpText(
      'after',
      '\nBad rows are left out and named; then the exit code is 1. A file that cannot be read changes nothing.',
    )
    .action((file: string, options: ImportOptions) => run(file, options, read));
}

async function run(file: string, options: ImportOptions, read: (text: string) => Promise<ReadFile>): Promise<void> {
  const parsed = await read(await readTextFile(file));
  const { faults, count } = parsed;
  if (count === 0) {
    if (options.json) printJson({ Imported: 0, Removed: 0, Faults: faults.map(wireFault) });
    else process.stderr.write(faultReport(file, faults));
    throw new CliError(`${file} has no row that can be used: nothing was imported`);
  }
  const { removed } = await withSystem(({ environments }) => parsed.write(environments[options.environment].db));
  if (faults.length > 0) process.exitCode = 1;
  if (options.json) return printJson({ Imported: count, Removed: removed, Faults: faults.map(wireFault) });
  process.stderr.write(faultReport(file, faults));
  process.stdout.write(`${options.environment}: imported ${count}, removed ${removed}\n`);
}

async function readTextFile(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new CliError(`${file} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`, 2, {
      cause,
    });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new CliError(`${file} is not written in UTF-8: nothing was imported`, 1, { cause });
  }
  // PostgreSQL stores no NUL characters. A file with many of them is UTF-16, which can also be valid UTF-8.
  const nul = text.indexOf('\0');
  if (nul === -1) return text;
  const line = text.slice(0, nul).split('\n').length;
  throw new CliError(
    `${file} has a NUL character in line ${line}: save it as plain text in UTF-8; nothing was imported`,
  );
}

async function readLocations(text: string): Promise<ReadFile> {
  const { invalidateLocationIndex, readLocationFile, replaceLocations } = await import('../addresses/index.ts');
  const { locations, faults, retained } = await withCliTableErrors(() => readLocationFile(text));
  return {
    faults,
    count: locations.length,
    write: async (db) => {
      const done = await db.write((tx) => replaceLocations(tx, locations, retained), { longRunning: true });
      invalidateLocationIndex(db);
      return done;
    },
  };
}

async function readTransit(text: string): Promise<ReadFile> {
  const [{ readTransitFile }, { replaceTransitTimes }] = await Promise.all([
    import('../carriers/index.ts'),
    import('../operator-settings/index.ts'),
  ]);
  const { times, faults } = await withCliTableErrors(() => readTransitFile(text));
  return {
    faults,
    count: times.length,
    write: (db) => db.write((tx) => replaceTransitTimes(tx, times), { longRunning: true }),
  };
}

/** Converts errors that concern the whole file into a `CliError`. */
async function withCliTableErrors<File>(read: () => File): Promise<File> {
  const { CsvTableError } = await import('../lib/csv-table.ts');
  try {
    return read();
  } catch (error) {
    if (error instanceof CsvTableError)
      throw new CliError(`${error.message}: nothing was imported`, 1, { cause: error });
    throw error;
  }
}

function wireFault({ line, column, message }: CsvRowFault) {
  return { Line: line, Column: column, Message: message };
}

function faultReport(file: string, faults: readonly CsvRowFault[]): string {
  if (faults.length === 0) return '';
  const lines = new Set(faults.map((fault) => fault.line)).size;
  const shown = faults
    .slice(0, maxFaultsShown)
    .map(({ line, column, message }) => `  line ${line}${column === '' ? '' : `, ${column}`}: ${message}\n`);
  const more =
    faults.length > maxFaultsShown ? `  and ${faults.length - maxFaultsShown} more: use --json for all\n` : '';
  return `${file}: ${lines} bad rows were left out\n${shown.join('')}${more}`;
}
