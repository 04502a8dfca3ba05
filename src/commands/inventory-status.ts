/** `dray inventory-status list`, `set` and `remove`: generic codes and customers' own (decision 8). */
import { Command } from 'commander';
import type { InventoryStatus } from '../contract/operator-settings.ts';
import { printJson } from './arguments.ts';
import { valueOrCliError } from './order-options.ts';
import { assertCustomerExists } from './rule-options.ts';
import { assertUnused, inEnvironment, printRows, type SettingsOptions, settingsCommand } from './settings-options.ts';

export function inventoryStatusCommand(): Command {
  return new Command('inventory-status')
    .description("manage inventory statuses: the interface's codes, and customers' own beside them")
    .addCommand(
      settingsCommand('list', "list the interface's codes in use and customers' own")
        .option('--customer <CustomerNo>', 'only the own codes of this customer')
        .action(list),
    )
    .addCommand(
      settingsCommand('set', "add or change a customer's own code; without --customer describe one of the interface's")
        .requiredOption('--code <code>', 'the status: GOOD-EV-TX')
        .requiredOption('--description <text>', 'what it means')
        .option('--customer <CustomerNo>', 'the customer whose own code it is')
        .option('--drawn-by-consumer-orders', 'consumer orders draw it after GOOD-NO-TX, waiting ones too')
        .option('--bonded', 'stock in bond, tax not paid')
        .option('--returned', 'returned stock')
        .option('--damaged', 'damaged stock')
        .action(set),
    )
    .addCommand(
      settingsCommand('remove', 'remove a code that no stock has')
        .requiredOption('--code <code>', 'the status')
        .option('--customer <CustomerNo>', 'the customer whose own code it is')
        .action(remove),
    );
}

interface NamedOptions extends SettingsOptions {
  readonly code: string;
  readonly customer?: string;
}

interface SetOptions extends NamedOptions {
  readonly description: string;
  readonly drawnByConsumerOrders?: true;
  readonly bonded?: true;
  readonly returned?: true;
  readonly damaged?: true;
}

const shown = (customerNo: string, status: Omit<InventoryStatus, 'taxPaid'>) => ({
  CustomerNo: customerNo,
  InventoryStatus: status.code,
  Description: status.description,
  DrawnByConsumerOrders: status.sellableToConsumers,
  Bonded: status.bonded,
  Returned: status.returned,
  Damaged: status.damaged,
});

async function list(options: SettingsOptions & { readonly customer?: string }): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { statuses, customerStatuses } = await inEnvironment(options, async (environment) => {
    if (options.customer !== undefined) await assertCustomerExists(environment, options.customer);
    return await readOperatorSettings(environment.db);
  });
  const own = [...customerStatuses].filter(([no]) => options.customer === undefined || no === options.customer);
  const rows = [
    ...(options.customer === undefined ? [...statuses.values()].map((status) => shown('*', status)) : []),
    ...own.flatMap(([customerNo, codes]) => [...codes.values()].map((status) => shown(customerNo, status))),
  ];
  printRows(options, rows, 'there are no own codes');
}

async function set(options: SetOptions): Promise<void> {
  const [{ setInventoryStatus }, { redrawWaitingOrders }] = await Promise.all([
    import('../operator-settings/index.ts'),
    import('../sales-orders/index.ts'),
  ]);
  const status = {
    code: options.code,
    description: options.description,
    sellableToConsumers: options.drawnByConsumerOrders ?? false,
    bonded: options.bonded ?? false,
    returned: options.returned ?? false,
    damaged: options.damaged ?? false,
  };
  await inEnvironment(options, async (environment) => {
    if (options.customer !== undefined) await assertCustomerExists(environment, options.customer);
    const { customer } = options;
    valueOrCliError(await setInventoryStatus(environment.db, customer, status));
    if (customer !== undefined) await redrawWaitingOrders(environment.db, customer);
  });
  if (options.json) printJson({ CustomerNo: options.customer ?? '*', InventoryStatus: options.code });
  else process.stdout.write(`${options.code} of ${options.customer ?? 'all customers'}: ${options.description}\n`);
}

async function remove(options: NamedOptions): Promise<void> {
  const { removeInventoryStatus } = await import('../operator-settings/index.ts');
  const { code, customer } = options;
  await inEnvironment(options, async (environment) => {
    await assertUnused(environment, { status: code }, customer);
    return valueOrCliError(await removeInventoryStatus(environment.db, customer, code));
  });
  if (options.json) printJson({ CustomerNo: customer ?? '*', InventoryStatus: code });
  else process.stdout.write(`${code} of ${customer ?? 'all customers'} is removed\n`);
}
