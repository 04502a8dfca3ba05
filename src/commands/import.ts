/** `dray import locations` and `dray import transit`: loads the operator's directory and transit times from CSV files. */
import { Command } from 'commander';
import type { RowFault } from '../lib/table-file.ts';
import type { Db } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { environmentOption, printJson } from './arguments.ts';
import { withSystem } from './session.ts';

interface ImportOptions {
  readonly environment: EnvironmentName;
  readonly json?: true;
}

/** What a file has, and how it is written. */
interface ReadFile {
  readonly faults: readonly RowFault[];
  readonly count: number;
  write(db: Db): Promise<{ removed: number }>;
}

const mostFaultsShown = 50;

export function importCommand(): Command {
  return new Command('import')
    .description("load the operator's data from CSV files")
    .addCommand(
      importing(
        'locations',
        'load where carriers keep packages for the recipient; replaces all locations of the carriers that the file names',
        readLocations,
      ),
    )
    .addCommand(
      importing(
        'transit',
        'load transit times between three-digit ZIP areas; replaces all times of the services and carriers that the file names',
        readTransit,
      ),
    );
}

function importing(name: string, description: string, read: (text: string) => Promise<ReadFile>): Command {
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
  const found = await read(await textOf(file));
  const { faults, count } = found;
  if (count === 0) {
    if (options.json) printJson({ Imported: 0, Removed: 0, Faults: faults.map(wireFault) });
    else process.stderr.write(report(file, faults));
    throw new StartRefused(`${file} has no row that can be used: nothing was imported`);
  }
  const { removed } = await withSystem(({ environments }) => found.write(environments[options.environment].db));
  if (faults.length > 0) process.exitCode = 1;
  if (options.json) return printJson({ Imported: count, Removed: removed, Faults: faults.map(wireFault) });
  process.stderr.write(report(file, faults));
  process.stdout.write(`${options.environment}: imported ${count}, removed ${removed}\n`);
}

async function textOf(file: string): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  let bytes: Uint8Array;
  try {
    bytes = await readFile(file);
  } catch (cause) {
    throw new StartRefused(`${file} cannot be read: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}`, 2, {
      cause,
    });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new StartRefused(`${file} is not written in UTF-8: nothing was imported`, 1, { cause });
  }
  // PostgreSQL takes none. A file that is full of them is UTF-16, which may be valid UTF-8 all the same.
  const nul = text.indexOf('\0');
  if (nul === -1) return text;
  const line = text.slice(0, nul).split('\n').length;
  throw new StartRefused(
    `${file} has a NUL character in line ${line}: save it as plain text in UTF-8; nothing was imported`,
  );
}

async function readLocations(text: string): Promise<ReadFile> {
  const { forgetLocationIndex, readLocationFile, replaceLocations } = await import('../addresses/index.ts');
  const { locations, faults, kept } = await usable(() => readLocationFile(text));
  return {
    faults,
    count: locations.length,
    write: async (db) => {
      const done = await db.write((tx) => replaceLocations(tx, locations, kept), { patient: true });
      forgetLocationIndex(db);
      return done;
    },
  };
}

async function readTransit(text: string): Promise<ReadFile> {
  const [{ readTransitFile }, { replaceTransitTimes }] = await Promise.all([
    import('../carriers/index.ts'),
    import('../inventory/index.ts'),
  ]);
  const { times, faults } = await usable(() => readTransitFile(text));
  return {
    faults,
    count: times.length,
    write: (db) => db.write((tx) => replaceTransitTimes(tx, times), { patient: true }),
  };
}

/** What is wrong with a whole file is one line for whoever has written it. */
async function usable<File>(read: () => File): Promise<File> {
  const { TableFault } = await import('../lib/table-file.ts');
  try {
    return read();
  } catch (error) {
    if (error instanceof TableFault)
      throw new StartRefused(`${error.message}: nothing was imported`, 1, { cause: error });
    throw error;
  }
}

function wireFault({ line, column, message }: RowFault) {
  return { Line: line, Column: column, Message: message };
}

function report(file: string, faults: readonly RowFault[]): string {
  if (faults.length === 0) return '';
  const lines = new Set(faults.map((fault) => fault.line)).size;
  const shown = faults
    .slice(0, mostFaultsShown)
    .map(({ line, column, message }) => `  line ${line}${column === '' ? '' : `, ${column}`}: ${message}\n`);
  const more =
    faults.length > mostFaultsShown ? `  and ${faults.length - mostFaultsShown} more: use --json for all\n` : '';
  return `${file}: ${lines} bad rows were left out\n${shown.join('')}${more}`;
}
