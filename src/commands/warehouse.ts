/** `dray warehouse list`, `set` and `remove` (decision 8). */
import { Command } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import type { Environment } from '../platform/environment.ts';
import { printJson } from './arguments.ts';
import { valueOrCliError } from './order-options.ts';
import { splitList } from './rule-options.ts';
import {
  assertUnused,
  inEnvironment,
  parseYesNo,
  printRows,
  type SettingsOptions,
  settingsCommand,
} from './settings-options.ts';

export function warehouseCommand(): Command {
  return new Command('warehouse')
    .description('manage the warehouses: where they are, and when they work')
    .addCommand(settingsCommand('list', 'list the warehouses').action(list))
    .addCommand(
      settingsCommand('set', 'add a warehouse, or change the given properties of one')
        .requiredOption('--warehouse <code>', 'the warehouse: APC01')
        .option('--zip <ZIP>', 'ZIP code; gives city, state and time zone')
        .option('--city <city>', 'city, if its name differs from that of the ZIP code')
        .option('--working-days <list>', 'days on which orders ship, 1 Monday to 7 Sunday: 1,2,3,4,5')
        .option('--accepts-returns <yes|no>', 'whether returns go there')
        .action(set),
    )
    .addCommand(
      settingsCommand('remove', 'remove an empty warehouse')
        .requiredOption('--warehouse <code>', 'the warehouse')
        .action(remove),
    );
}

async function list(options: SettingsOptions): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { warehouses } = await inEnvironment(options, ({ db }) => readOperatorSettings(db));
  const rows = [...warehouses.values()].map((each) => ({
    Warehouse: each.code,
    City: each.city,
    State: each.state,
    ZipCode: each.zip,
    TimeZone: each.timeZone,
    WorkingDays: each.workingDays,
    AcceptsReturns: each.acceptsReturns,
  }));
  printRows(options, rows, 'there are no warehouses');
}

interface SetOptions extends SettingsOptions {
  readonly warehouse: string;
  readonly zip?: string;
  readonly city?: string;
  readonly workingDays?: string;
  readonly acceptsReturns?: string;
}

async function set(options: SetOptions): Promise<void> {
  const { findZip } = await import('../addresses/index.ts');
  const { readOperatorSettings, setWarehouse } = await import('../operator-settings/index.ts');
  const place = options.zip === undefined ? undefined : findZip(options.zip);
  if (options.zip !== undefined && place?.timeZone === undefined) {
    throw new CliError(`--zip must be a US ZIP code of five digits, not ${JSON.stringify(options.zip)}`, 2);
  }
  const days = options.workingDays === undefined ? undefined : parseDays(options.workingDays);
  const acceptsReturns = parseYesNo(options.acceptsReturns, '--accepts-returns');
  const written = await inEnvironment(options, async ({ db }) => {
    const before = (await readOperatorSettings(db)).warehouses.get(options.warehouse);
    const zip = options.zip ?? before?.zip;
    if (zip === undefined) throw new CliError(`--zip is required for the new warehouse ${options.warehouse}`, 2);
    const warehouse = {
      code: options.warehouse,
      zip,
      city: options.city ?? place?.city ?? before?.city ?? '',
      state: place?.state ?? before?.state ?? '',
      timeZone: place?.timeZone ?? before?.timeZone ?? '',
      workingDays: days ?? before?.workingDays ?? [1, 2, 3, 4, 5],
      acceptsReturns: acceptsReturns ?? before?.acceptsReturns ?? true,
    };
    valueOrCliError(await setWarehouse(db, warehouse));
    return warehouse;
  });
  if (options.json) {
    return printJson({
      Warehouse: written.code,
      City: written.city,
      State: written.state,
      ZipCode: written.zip,
      TimeZone: written.timeZone,
      WorkingDays: written.workingDays,
      AcceptsReturns: written.acceptsReturns,
    });
  }
  process.stdout.write(
    `warehouse ${written.code} is in ${written.city}, ${written.state} ${written.zip} (${written.timeZone}) and ships on days ${written.workingDays.join(',')}\n`,
  );
}

function parseDays(text: string): number[] {
  const days = splitList(text).map(Number);
  if (days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)) return days.toSorted();
  throw new CliError(`--working-days must be days from 1 Monday to 7 Sunday, not ${JSON.stringify(text)}`, 2);
}

async function remove(options: SettingsOptions & { readonly warehouse: string }): Promise<void> {
  const { removeWarehouse } = await import('../operator-settings/index.ts');
  const { warehouse } = options;
  await inEnvironment(options, async (environment) => {
    await assertUnused(environment, { warehouse });
    await assertNoDefault(environment, warehouse);
    return valueOrCliError(await removeWarehouse(environment.db, warehouse));
  });
  if (options.json) printJson({ Warehouse: warehouse });
  else process.stdout.write(`warehouse ${warehouse} is removed\n`);
}

/** Orders of such a customer that name no warehouse would go to one that does not exist. */
async function assertNoDefault({ db, name }: Environment, warehouse: string): Promise<void> {
  const { listCustomers } = await import('../auth/index.ts');
  const customer = (await listCustomers(db)).find(({ preferences }) => preferences.defaultWarehouse === warehouse);
  if (customer === undefined) return;
  throw new CliError(
    `warehouse ${warehouse} is the default warehouse of customer ${customer.customerNo} in ${name}: set another one with dray customer update --warehouse`,
  );
}
