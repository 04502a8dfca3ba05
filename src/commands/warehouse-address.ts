/** `dray warehouse-address list`, `set` and `remove`: the addresses that packages ship from. */
import { Command, Option } from 'commander';
import { createCommandAuditActor, printJson, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, type SettingsSubcommandOptions } from './settings-options.ts';

export function warehouseAddressCommand(): Command {
  return new Command('warehouse-address')
    .description('manage the addresses that packages ship from; labels of a warehouse without one wait')
    .addCommand(createSettingsSubcommand('list', 'list all warehouses with their addresses').action(list))
    .addCommand(
      warehouseAddressSubcommand(
        'set',
        'set the address of a warehouse; city, state and ZIP code are those of the warehouse',
      )
        .requiredOption('--company <name>', 'the sender')
        .requiredOption('--street <text>', 'house number and street')
        .addOption(new Option('--street2 <text>', 'second line').default('', 'none'))
        .requiredOption('--phone <number>', 'at least 10 digits; carriers require it')
        .action(set),
    )
    .addCommand(warehouseAddressSubcommand('remove', 'remove the address of a warehouse').action(remove));
}

function warehouseAddressSubcommand(name: 'set' | 'remove', description: string): Command {
  return createSettingsSubcommand(name, description).requiredOption('--warehouse <code>', 'the warehouse: APC01');
}

async function list(options: SettingsSubcommandOptions): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { warehouses, warehouseAddresses } = await withEnvironment(options, ({ db }) => readOperatorSettings(db));
  const shown = [...warehouses.values()].map(({ code, city, state, zip }) => {
    const { company = '', street = '', street2 = '', phone = '' } = warehouseAddresses.get(code) ?? {};
    const own = { Company: company, Street: street, Street2: street2, PhoneNumber: phone };
    return { Warehouse: code, ...own, City: city, State: state, ZipCode: zip };
  });
  if (options.json) return printJson(shown);
  for (const { Warehouse, Company, Street, Street2, PhoneNumber, City, State, ZipCode } of shown) {
    const street = [Company, Street, Street2].filter((part) => part !== '').join(', ');
    const where = street === '' ? 'no address' : `${street}, ${City}, ${State} ${ZipCode}, ${PhoneNumber}`;
    process.stdout.write(`${Warehouse}  ${where}\n`);
  }
}

interface SetOptions extends SettingsSubcommandOptions {
  readonly warehouse: string;
  readonly company: string;
  readonly street: string;
  readonly street2: string;
  readonly phone: string;
}

async function set(options: SetOptions): Promise<void> {
  const { setWarehouseAddress } = await import('../operator-settings/index.ts');
  const { createWarehouseAddressEditAuditor } = await import('../administration/index.ts');
  const { warehouse, company, street, street2, phone } = options;
  const address = { company, street, street2, phone };
  const onEdit = createWarehouseAddressEditAuditor(createCommandAuditActor('warehouse-address set'), warehouse);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => setWarehouseAddress(db, warehouse, address, onEdit)));
  const written = { Warehouse: warehouse, Company: company, Street: street, Street2: street2, PhoneNumber: phone };
  printResult(options, written, `Packages from ${warehouse} ship from ${company}, ${street}`);
}

async function remove(options: SettingsSubcommandOptions & { readonly warehouse: string }): Promise<void> {
  const { removeWarehouseAddress } = await import('../operator-settings/index.ts');
  const { createWarehouseAddressEditAuditor } = await import('../administration/index.ts');
  const { warehouse } = options;
  const onEdit = createWarehouseAddressEditAuditor(createCommandAuditActor('warehouse-address remove'), warehouse);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => removeWarehouseAddress(db, warehouse, onEdit)));
  printResult(options, { Warehouse: warehouse }, `The address of ${warehouse} was removed.`);
}
