/** Shared by the commands for reference data: list, set and remove. */
import { Command } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';

/** The options of each command that `createSettingsSubcommand` creates. */
export interface SettingsSubcommandOptions {
  readonly environment: EnvironmentName;
  readonly json?: true;
}

/** A subcommand of reference data, with `--environment` and `--json`. */
export function createSettingsSubcommand(name: 'list' | 'set' | 'remove', description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(environmentOption().makeOptionMandatory())
    .option('--json', name === 'list' ? 'print one JSON array' : 'print what was written as one JSON object');
}

/**
 * Prints rows as one JSON array; or as lines with aligned columns, in which a true value is shown as its name and a
 * false one is empty, and as `none` when there are no rows.
 */
export function printRows(
  { json }: SettingsSubcommandOptions,
  rows: readonly Readonly<Record<string, string | number | boolean | readonly number[]>>[],
  none: string,
): void {
  if (json) {
    printJson(rows);
    return;
  }
  const lines = rows.map((row) =>
    Object.entries(row).map(([name, value]) => (typeof value === 'boolean' ? (value ? name : '') : String(value))),
  );
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  for (const cells of lines) {
    process.stdout.write(
      `${cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd()}\n`,
    );
  }
  if (rows.length === 0) process.stdout.write(`${none}\n`);
}

/** `yes` or `no`; undefined when it was not given. Throws `CliError` (exit code 2) for anything else. */
export function parseYesNoOption(text: string | undefined, option: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === 'yes' || text === 'no') return text === 'yes';
  throw new CliError(`${option} must be yes or no, not ${JSON.stringify(text)}`, 2);
}
