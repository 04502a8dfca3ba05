/** `dray cutoff list`, `set` and `remove`: until when an order still ships on the same day (decision 8). */
import { Command } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, printRows, type SettingsSubcommandOptions } from './settings-options.ts';

export function cutoffCommand(): Command {
  return new Command('cutoff')
    .description(
      "manage until when an order still ships on the same day, in the warehouse's time zone; 14:00 where none is set",
    )
    .addCommand(
      createSettingsSubcommand('list', 'list the cutoffs')
        .option('--warehouse <code>', 'only of this warehouse')
        .action(list),
    )
    .addCommand(
      named(createSettingsSubcommand('set', 'set a cutoff'))
        .requiredOption('--time <HH:mm>', 'such as 14:30')
        .action(set),
    )
    .addCommand(named(createSettingsSubcommand('remove', 'remove a cutoff')).action(remove));
}

const named = (command: Command): Command =>
  command
    .requiredOption('--warehouse <code>', 'the warehouse')
    .requiredOption('--carrier <code>', 'the carrier: FEX')
    .requiredOption('--service <code>', 'the service: GRND');

async function list(options: SettingsSubcommandOptions & { readonly warehouse?: string }): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { cutoffs, warehouses } = await withEnvironment(options, ({ db }) => readOperatorSettings(db));
  if (options.warehouse !== undefined && !warehouses.has(options.warehouse)) {
    throw new CliError(
      `There is no warehouse ${JSON.stringify(options.warehouse)}: "dray warehouse list" shows them, in each environment its own.`,
    );
  }
  const rows = [...cutoffs].flatMap(([warehouse, own]) =>
    options.warehouse !== undefined && options.warehouse !== warehouse
      ? []
      : own.map(({ carrier, service, time }) => ({
          Warehouse: warehouse,
          ShippingCarrier: carrier,
          ShippingCarrierService: service,
          Cutoff: time,
        })),
  );
  printRows(options, rows, 'no cutoff is set: 14:00 applies');
}

interface NamedOptions extends SettingsSubcommandOptions {
  readonly warehouse: string;
  readonly carrier: string;
  readonly service: string;
}

async function set(options: NamedOptions & { readonly time: string }): Promise<void> {
  const { setCutoff } = await import('../operator-settings/index.ts');
  const { createCutoffEditAuditor } = await import('../administration/index.ts');
  const { warehouse, carrier, service, time } = options;
  const onEdit = createCutoffEditAuditor(createCommandAuditActor('cutoff set'), { warehouse, carrier, service });
  valueOrThrowCliError(
    await withEnvironment(options, ({ db }) => setCutoff(db, warehouse, { carrier, service, time }, onEdit)),
  );
  const written = { Warehouse: warehouse, ShippingCarrier: carrier, ShippingCarrierService: service, Cutoff: time };
  printResult(options, written, `${carrier} ${service} from ${warehouse} ships on the same day until ${time}`);
}

async function remove(options: NamedOptions): Promise<void> {
  const { removeCutoff } = await import('../operator-settings/index.ts');
  const { createCutoffEditAuditor } = await import('../administration/index.ts');
  const { warehouse, carrier, service } = options;
  const onEdit = createCutoffEditAuditor(createCommandAuditActor('cutoff remove'), { warehouse, carrier, service });
  valueOrThrowCliError(
    await withEnvironment(options, ({ db }) => removeCutoff(db, warehouse, carrier, service, onEdit)),
  );
  const removed = { Warehouse: warehouse, ShippingCarrier: carrier, ShippingCarrierService: service };
  printResult(options, removed, `the cutoff of ${carrier} ${service} from ${warehouse} is removed: 14:00 applies`);
}
