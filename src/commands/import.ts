/**
 * `dray import locations` and `dray import transit`: load carriers' pickup locations and transit times from CSV files. `dray
 * import stock` is in its own file.
 */
import { Command } from 'commander';
import type { CsvRowFault } from '../lib/csv-table.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Db, Tx } from '../platform/db/db.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { createCommandAuditActor, environmentOption, printJson } from './arguments.ts';
import { formatCsvFaults, readTextFile, toWireCsvFault, withCsvErrorsAsCliErrors } from './csv-file.ts';
import { importStockCommand } from './import-stock.ts';
import { withEnvironment } from './session.ts';

interface ImportOptions {
  readonly environment: EnvironmentName;
  readonly json?: true;
}

/** A file that was read: its faults, the number of its valid rows, and how they are written. */
interface ReadFile {
  readonly faults: readonly CsvRowFault[];
  readonly count: number;
  /** The carriers whose rows are replaced, for the audit. */
  readonly carriers: readonly string[];
  /** False when rows that cannot be read may name what is stored: nothing is removed. */
  readonly isComplete: boolean;
  replace(tx: Tx): Promise<{ removed: number }>;
  /** Called after the transaction. */
  readonly onReplaced?: (db: Db) => void;
}

export function importCommand(): Command {
  return new Command('import')
    .description("load the operator's data from CSV files")
    .addCommand(
      newImportCommand(
        'locations',
        'load the carrier locations where recipients pick up packages; replaces all locations of the carriers in the file',
        readLocations,
      ),
    )
    .addCommand(
      newImportCommand(
        'transit',
        'load transit times between three-digit ZIP areas; replaces all times of the services and carriers in the file',
        readTransit,
      ),
    )
    .addCommand(importStockCommand());
}

function newImportCommand(name: string, description: string, read: (text: string) => Promise<ReadFile>): Command {
  return new Command(name)
    .description(description)
    .argument('<file>', 'a CSV file in UTF-8, with a header; its columns are described in docs/operating.md')
    .addOption(environmentOption().makeOptionMandatory())
    .option('--json', 'print {"Imported","Removed","Faults"} and nothing else')
    .addHelpText(
      'after',
      '\nInvalid rows are skipped and listed, and the exit code is 1. A file that cannot be read changes nothing.',
    )
    .action((file: string, options: ImportOptions) => run(name, file, options, read));
}

async function run(
  name: string,
  file: string,
  options: ImportOptions,
  read: (text: string) => Promise<ReadFile>,
): Promise<void> {
  const { recordAudit } = await import('../operators/index.ts');
  const parsed = await read(await readTextFile(file));
  const { faults, count, carriers, isComplete } = parsed;
  if (count === 0) {
    if (options.json) printJson({ Imported: 0, Removed: 0, Faults: faults.map(toWireCsvFault) });
    else process.stderr.write(formatCsvFaults(file, faults));
    throw new CliError(`${file} has no valid row: nothing was imported`);
  }
  const { removed } = await withEnvironment(options, async ({ db }) => {
    const replace = async (tx: Tx) => {
      const done = await parsed.replace(tx);
      const after = { Imported: count, Removed: done.removed, Carriers: [...new Set(carriers)].sort() };
      recordAudit(tx, createCommandAuditActor(`import ${name}`), { action: `${name}.imported`, subject: name, after });
      return done;
    };
    const done = await db.write(replace, { longRunning: true });
    parsed.onReplaced?.(db);
    return done;
  });
  if (faults.length > 0) process.exitCode = 1;
  if (options.json) return printJson({ Imported: count, Removed: removed, Faults: faults.map(toWireCsvFault) });
  process.stderr.write(formatCsvFaults(file, faults));
  if (!isComplete)
    process.stderr.write(
      'Because of rows that could not be read, nothing was removed. Correct them and import again.\n',
    );
  process.stdout.write(`${options.environment}: imported ${count}, removed ${removed}\n`);
}

async function readLocations(text: string): Promise<ReadFile> {
  const { invalidateCarrierLocationIndex, parseCarrierLocationFile, replaceCarrierLocations } = await import(
    '../addresses/index.ts'
  );
  const { locations, faults, retained, isComplete } = await withCsvErrorsAsCliErrors(() =>
    parseCarrierLocationFile(text),
  );
  return {
    faults,
    count: locations.length,
    carriers: locations.map(({ carrier }) => carrier),
    isComplete,
    replace: (tx) => replaceCarrierLocations(tx, locations, { retained, isComplete }),
    onReplaced: invalidateCarrierLocationIndex,
  };
}

async function readTransit(text: string): Promise<ReadFile> {
  const [{ parseTransitFile }, { replaceTransitTimes }] = await Promise.all([
    import('../carriers/index.ts'),
    import('../operator-settings/index.ts'),
  ]);
  const { times, faults, retained, isComplete } = await withCsvErrorsAsCliErrors(() => parseTransitFile(text));
  return {
    faults,
    count: times.length,
    carriers: times.map(({ carrier }) => carrier),
    isComplete,
    replace: (tx) => replaceTransitTimes(tx, times, { retained, isComplete }),
  };
}
