/** `dray calendar list`, `set` and `remove`: days on which neither the warehouses nor the carriers work (decision 8). */
import { Command, InvalidArgumentError } from 'commander';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { parseDayOption } from './rule-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, printRows, type SettingsSubcommandOptions } from './settings-options.ts';

export function calendarCommand(): Command {
  return new Command('calendar')
    .description('manage the holidays, on which neither the warehouses nor the carriers work')
    .addCommand(
      createSettingsSubcommand('list', 'list the holidays')
        .option('--year <year>', 'only of this year, such as 2027', parseYear)
        .action(list),
    )
    .addCommand(
      createSettingsSubcommand('set', 'add or rename a holiday')
        .requiredOption('--day <day>', 'YYYY-MM-DD or MM/DD/YYYY')
        .requiredOption('--name <text>', 'its name')
        .action(set),
    )
    .addCommand(
      createSettingsSubcommand('remove', 'remove a holiday')
        .requiredOption('--day <day>', 'YYYY-MM-DD or MM/DD/YYYY')
        .action(remove),
    );
}

function parseYear(text: string): string {
  if (!/^\d{4}$/.test(text)) throw new InvalidArgumentError('It must be a year such as 2027.');
  return text;
}

async function list(options: SettingsSubcommandOptions & { readonly year?: string }): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { holidays } = await withEnvironment(options, ({ db }) => readOperatorSettings(db));
  const rows = holidays
    .filter(({ date }) => options.year === undefined || date.startsWith(`${options.year}-`))
    .map(({ date, name }) => ({ Day: date, Name: name }));
  printRows(options, rows, `there are no holidays${options.year === undefined ? '' : ` in ${options.year}`}`);
}

async function set(
  options: SettingsSubcommandOptions & { readonly day: string; readonly name: string },
): Promise<void> {
  const { setHoliday } = await import('../operator-settings/index.ts');
  const { createHolidayEditAuditor } = await import('../administration/index.ts');
  const day = parseDayOption(options.day, '--day');
  const onEdit = createHolidayEditAuditor(createCommandAuditActor('calendar set'), day);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => setHoliday(db, day, options.name, onEdit)));
  printResult(options, { Day: day.toString(), Name: options.name }, `${day} is a holiday: ${options.name}`);
}

async function remove(options: SettingsSubcommandOptions & { readonly day: string }): Promise<void> {
  const { removeHoliday } = await import('../operator-settings/index.ts');
  const { createHolidayEditAuditor } = await import('../administration/index.ts');
  const day = parseDayOption(options.day, '--day');
  const onEdit = createHolidayEditAuditor(createCommandAuditActor('calendar remove'), day);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => removeHoliday(db, day, onEdit)));
  printResult(options, { Day: day.toString() }, `${day} is no longer a holiday`);
}
