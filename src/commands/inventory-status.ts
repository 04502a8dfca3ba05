/** `dray inventory-status list`, `set` and `remove`: generic codes and customers' own (decision 8). */
import { Command } from 'commander';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, printRows, type SettingsSubcommandOptions } from './settings-options.ts';

export function inventoryStatusCommand(): Command {
  return new Command('inventory-status')
    .description("manage inventory statuses: the interface's codes, and customers' own beside them")
    .addCommand(
      createSettingsSubcommand('list', "list the interface's codes in use and customers' own")
        .option('--customer <CustomerNo>', 'only the own codes of this customer')
        .action(list),
    )
    .addCommand(
      createSettingsSubcommand(
        'set',
        "add or change a customer's own code; without --customer describe one of the interface's",
      )
        .requiredOption('--code <code>', 'the status: GOOD-EV-TX')
        .requiredOption('--description <text>', 'the meaning of the code')
        .option('--customer <CustomerNo>', 'the customer whose own code it is')
        .option('--drawn-by-consumer-orders', 'consumer orders draw it after GOOD-NO-TX, waiting ones too')
        .option('--bonded', 'stock in bond, tax not paid')
        .option('--returned', 'returned stock')
        .option('--damaged', 'damaged stock')
        .action(set),
    )
    .addCommand(
      createSettingsSubcommand('remove', 'remove a code that is not in use')
        .requiredOption('--code <code>', 'the status')
        .option('--customer <CustomerNo>', 'the customer whose own code it is')
        .action(remove),
    );
}

interface NamedOptions extends SettingsSubcommandOptions {
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

async function list(options: SettingsSubcommandOptions & { readonly customer?: string }): Promise<void> {
  const [{ readOperatorSettings }, { inventoryStatusDefinitionRecords }] = await Promise.all([
    import('../operator-settings/index.ts'),
    import('../administration/index.ts'),
  ]);
  const settings = await withEnvironmentAssertingCustomer(options, ({ db }) => readOperatorSettings(db));
  printRows(options, inventoryStatusDefinitionRecords(settings, options.customer), 'there are no own codes');
}

async function set(options: SetOptions): Promise<void> {
  const { saveInventoryStatusAndAllocate, createInventoryStatusEditAuditor } = await import(
    '../administration/index.ts'
  );
  const status = {
    code: options.code,
    description: options.description,
    sellableToConsumers: options.drawnByConsumerOrders ?? false,
    bonded: options.bonded ?? false,
    returned: options.returned ?? false,
    damaged: options.damaged ?? false,
  };
  await withEnvironmentAssertingCustomer(options, async (environment) => {
    const key = { customerNo: options.customer, code: options.code };
    const onEdit = createInventoryStatusEditAuditor(createCommandAuditActor('inventory-status set'), key);
    valueOrThrowCliError(await saveInventoryStatusAndAllocate(environment.db, options.customer, status, onEdit));
  });
  const written = { CustomerNo: options.customer ?? '*', InventoryStatus: options.code };
  printResult(options, written, `${options.code} of ${options.customer ?? 'all customers'}: ${options.description}`);
}

async function remove(options: NamedOptions): Promise<void> {
  const { removeUnusedInventoryStatus, createInventoryStatusEditAuditor } = await import('../administration/index.ts');
  const { code, customer } = options;
  const key = { customerNo: customer, code };
  const onEdit = createInventoryStatusEditAuditor(createCommandAuditActor('inventory-status remove'), key);
  valueOrThrowCliError(
    await withEnvironment(options, ({ db }) => removeUnusedInventoryStatus(db, customer, code, onEdit)),
  );
  const removed = { CustomerNo: customer ?? '*', InventoryStatus: code };
  printResult(options, removed, `${code} of ${customer ?? 'all customers'} is removed`);
}
