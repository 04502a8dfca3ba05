/** `dray warehouse list`, `set` and `remove` (decision 8). */
import { Command } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { parseWeekdays } from './rule-options.ts';
import { withEnvironment } from './session.ts';
import {
  createSettingsSubcommand,
  parseYesNoOption,
  printRows,
  type SettingsSubcommandOptions,
} from './settings-options.ts';

export function warehouseCommand(): Command {
  return new Command('warehouse')
    .description('manage the warehouses: where they are, and when they work')
    .addCommand(createSettingsSubcommand('list', 'list the warehouses').action(list))
    .addCommand(
      createSettingsSubcommand('set', 'add a warehouse, or change the given properties of one')
        .requiredOption('--warehouse <code>', 'the warehouse: APC01')
        .option('--zip <ZIP>', 'ZIP code; gives city, state and time zone')
        .option('--city <city>', 'city, if its name differs from that of the ZIP code')
        .option('--working-days <list>', 'days on which orders ship, 1 Monday to 7 Sunday: 1,2,3,4,5')
        .option('--accepts-returns <yes|no>', 'whether returns go there')
        .option('--floor <automatic|worked>', 'whether orders start when they are due, or people release and pack them')
        .action(set),
    )
    .addCommand(
      createSettingsSubcommand('remove', 'remove a warehouse that is not in use')
        .requiredOption('--warehouse <code>', 'the warehouse')
        .action(remove),
    );
}

async function list(options: SettingsSubcommandOptions): Promise<void> {
  const [{ readOperatorSettings }, { warehouseRecord }] = await Promise.all([
    import('../operator-settings/index.ts'),
    import('../administration/index.ts'),
  ]);
  const { warehouses } = await withEnvironment(options, ({ db }) => readOperatorSettings(db));
  printRows(options, [...warehouses.values()].map(warehouseRecord), 'there are no warehouses');
}

interface SetOptions extends SettingsSubcommandOptions {
  readonly warehouse: string;
  readonly zip?: string;
  readonly city?: string;
  readonly workingDays?: string;
  readonly acceptsReturns?: string;
  readonly floor?: string;
}

async function set(options: SetOptions): Promise<void> {
  const { addOrChangeWarehouse, createWarehouseEditAuditor, warehouseRecord } = await import(
    '../administration/index.ts'
  );
  const change = {
    code: options.warehouse,
    zip: options.zip,
    city: options.city,
    workingDays: options.workingDays === undefined ? undefined : parseWeekdays(options.workingDays, '--working-days'),
    acceptsReturns: parseYesNoOption(options.acceptsReturns, '--accepts-returns'),
    isWorked: options.floor === undefined ? undefined : parseFloor(options.floor),
  };
  const onEdit = createWarehouseEditAuditor(createCommandAuditActor('warehouse set'), change.code);
  const written = valueOrThrowCliError(
    await withEnvironment(options, ({ db }) => addOrChangeWarehouse(db, change, onEdit)),
  );
  const { code, city, state, zip, timeZone, workingDays } = written;
  const line = `warehouse ${code} is in ${city}, ${state} ${zip} (${timeZone}) and ships on days ${workingDays.join(',')}`;
  printResult(options, warehouseRecord(written), line);
}

function parseFloor(text: string): boolean {
  if (text === 'automatic' || text === 'worked') return text === 'worked';
  throw new CliError(`--floor must be automatic or worked, not ${JSON.stringify(text)}`, 2);
}

async function remove(options: SettingsSubcommandOptions & { readonly warehouse: string }): Promise<void> {
  const { removeUnusedWarehouse, createWarehouseEditAuditor } = await import('../administration/index.ts');
  const { warehouse } = options;
  const onEdit = createWarehouseEditAuditor(createCommandAuditActor('warehouse remove'), warehouse);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => removeUnusedWarehouse(db, warehouse, onEdit)));
  printResult(options, { Warehouse: warehouse }, `warehouse ${warehouse} is removed`);
}
