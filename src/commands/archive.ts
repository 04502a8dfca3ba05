/** `dray archive` and `dray restore-archive`: months of history in files. */
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { formatCountWithNoun } from '../lib/text.ts';
import type { MonthArchive } from '../platform/db/month-archive.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentNames, environmentOption } from './arguments.ts';
import { withComposedSystem } from './session.ts';

interface ArchiveOptions {
  readonly environment?: EnvironmentName;
}

export function archiveCommand(): Command {
  return new Command('archive')
    .description(
      'archive months of movements and of the log to files, and drop them from the database, while the server runs',
    )
    .requiredOption('--before <month>', 'archive the months before this one, such as 2026-01', month)
    .requiredOption('--to <folder>', 'the folder of the files')
    .addOption(environmentOption())
    .action(archive);
}

async function archive(options: ArchiveOptions & { before: Temporal.PlainDate; to: string }): Promise<void> {
  const { archiveMonths } = await import('../archive.ts');
  const reports = reporter('archived');
  await withComposedSystem(async ({ environments }) => {
    for (const name of environmentNames) {
      if (options.environment !== undefined && options.environment !== name) continue;
      await archiveMonths(environments[name], path.resolve(options.to), options.before, reports.add);
    }
  });
  reports.end(`no month before ${options.before.toString().slice(0, 7)} is in the database`);
}

export function restoreArchiveCommand(): Command {
  return new Command('restore-archive')
    .description('load archived months into the database again, latest first, while the server runs')
    .argument('<folder>', 'the folder of the files')
    .requiredOption('--from <month>', 'restore the months from this one on, such as 2026-01', month)
    .addOption(environmentOption())
    .action(restoreArchive);
}

async function restoreArchive(folder: string, options: ArchiveOptions & { from: Temporal.PlainDate }): Promise<void> {
  const { restoreArchivedMonths } = await import('../archive.ts');
  const reports = reporter('restored');
  await withComposedSystem(async ({ environments }) => {
    for (const name of environmentNames) {
      if (options.environment !== undefined && options.environment !== name) continue;
      await restoreArchivedMonths(environments[name], path.resolve(folder), options.from, reports.add);
    }
  });
  const from = options.from.toString().slice(0, 7);
  reports.end(`${path.resolve(folder)} has no month from ${from} on that is not in the database`);
}

/** Prints a line for each month of a table, and one at the end when there was none. */
function reporter(what: string) {
  let months = 0;
  return {
    add: ({ environment, table, month: first, rows, bytes }: MonthArchive): void => {
      months += 1;
      const size = `${(bytes / 1e6).toFixed(1)} MB`;
      process.stdout.write(
        `${environment} ${table} ${first.slice(0, 7)}: ${formatCountWithNoun(rows, 'row')} ${what} (${size})\n`,
      );
    },
    end: (reason: string): void => {
      if (months === 0) process.stdout.write(`nothing was ${what}: ${reason}\n`);
    },
  };
}

function month(text: string): Temporal.PlainDate {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError('It must be a month such as 2026-01.');
  return Temporal.PlainDate.from(`${text}-01`);
}
