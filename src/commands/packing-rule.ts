/** `dray packing-rule list`, `set` and `remove`: which shipper holds how many bottles (decision 26). */
import { Command, InvalidArgumentError, Option } from 'commander';
import { type ShipperBoxFormat, shipperBoxFormats } from '../contract/operator-settings.ts';
import type { PackingRule } from '../operator-settings/index.ts';
import { CliError } from '../platform/cli-error.ts';
import { createCommandAuditActor, printJson, printResult } from './arguments.ts';
import { valueOrThrowCliError } from './order-options.ts';
import { withEnvironment } from './session.ts';
import { createSettingsSubcommand, printRows, type SettingsSubcommandOptions } from './settings-options.ts';

const formatOption = () =>
  new Option('--format <format>', 'bottles to 1 liter, to 1.5 liters, or one larger piece')
    .choices(shipperBoxFormats)
    .makeOptionMandatory();

export function packingRuleCommand(): Command {
  return new Command('packing-rule')
    .description('manage which shipper holds how many bottles')
    .addCommand(createSettingsSubcommand('list', 'list the rules').action(list))
    .addCommand(
      createSettingsSubcommand('set', 'add or replace the rule of a format')
        .addOption(formatOption())
        .addOption(
          new Option('--warehouse <code>', 'for this warehouse alone').argParser(warehouseCode).default('', 'all'),
        )
        .requiredOption('--steps <list>', 'ascending: 3:S3,6:S6; "any" for one piece of any size')
        .action(set),
    )
    .addCommand(
      createSettingsSubcommand('remove', "remove a warehouse's own rule; that for all warehouses applies then")
        .addOption(formatOption())
        .requiredOption('--warehouse <code>', 'the warehouse')
        .action(remove),
    );
}

/** A variable of a script that is not set must not change the rule for all warehouses. */
function warehouseCode(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must be the code of a warehouse.');
  return text;
}

interface RuleOptions extends SettingsSubcommandOptions {
  readonly format: ShipperBoxFormat;
  readonly warehouse: string;
}

const rowOf = ({ warehouse, format, steps }: PackingRule) => ({
  warehouse: warehouse || 'all',
  format,
  steps: steps.map(({ upTo, shipper }) => `${upTo ?? 'any'}:${shipper}`).join(','),
});

async function list(options: SettingsSubcommandOptions): Promise<void> {
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { packingRuleRecord } = await import('../administration/index.ts');
  const { packing } = await withEnvironment(options, ({ db }) => readOperatorSettings(db));
  if (options.json) return printJson(packing.rules.map(packingRuleRecord));
  printRows(options, packing.rules.map(rowOf), 'there are no packing rules');
}

async function set(options: RuleOptions & { readonly steps: string }): Promise<void> {
  const { setPackingRule } = await import('../operator-settings/index.ts');
  const { createPackingRuleEditAuditor, packingRuleRecord } = await import('../administration/index.ts');
  const { warehouse, format } = options;
  const rule = { warehouse, format, steps: options.steps.split(',').map(parseStep) };
  const onEdit = createPackingRuleEditAuditor(createCommandAuditActor('packing-rule set'), rule);
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => setPackingRule(db, rule, onEdit)));
  if (options.json) printJson(packingRuleRecord(rule));
  else printRows(options, [rowOf(rule)], '');
}

function parseStep(text: string): PackingRule['steps'][number] {
  const [, upTo, shipper] = /^\s*(\d{1,2}|any):([A-Z0-9-]+)\s*$/.exec(text) ?? [];
  if (upTo === undefined || shipper === undefined) {
    throw new CliError(`--steps must be a list of NUMBER:SHIPPER, not ${JSON.stringify(text)}`, 2);
  }
  return { upTo: upTo === 'any' ? undefined : Number(upTo), shipper };
}

async function remove(options: RuleOptions): Promise<void> {
  const { removePackingRule } = await import('../operator-settings/index.ts');
  const { createPackingRuleEditAuditor } = await import('../administration/index.ts');
  const { warehouse, format } = options;
  const onEdit = createPackingRuleEditAuditor(createCommandAuditActor('packing-rule remove'), { warehouse, format });
  valueOrThrowCliError(await withEnvironment(options, ({ db }) => removePackingRule(db, warehouse, format, onEdit)));
  const line = `${warehouse} packs the format ${format} by the rule for all warehouses`;
  printResult(options, { Warehouse: warehouse, Format: format }, line);
}
