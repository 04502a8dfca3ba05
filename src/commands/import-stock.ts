/** `dray import stock`: a customer's opening balance (docs/switching-over.md). */
import { Command } from 'commander';
import { formatCountWithNoun } from '../lib/text.ts';
import { CliError } from '../platform/cli-error.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { createCommandAuditActor, environmentOption, printJson, withCustomerOption } from './arguments.ts';
import { formatCsvFaults, readTextFile, toWireCsvFault, withCsvErrorsAsCliErrors } from './csv-file.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';

export function importStockCommand(): Command {
  return withCustomerOption(new Command('stock'))
    .description("post a customer's opening balance: the stock that is there before its first order")
    .argument('<file>', 'a CSV file in UTF-8 with the columns item_no, warehouse, inventory_status, quantity (units)')
    .addOption(environmentOption().makeOptionMandatory())
    .option('--json', 'print {"Imported","Faults"} and nothing else')
    .addHelpText('after', '\nAll rows are posted or none. Posted as Inventory Adjustment with the reason OPENING.')
    .action(run);
}

interface Options {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly json?: true;
}

async function run(file: string, options: Options): Promise<void> {
  const { importOpeningStock, parseOpeningStockFile } = await import('../inventory/index.ts');
  const { recordAudit } = await import('../operators/index.ts');
  const text = await readTextFile(file);
  const parsed = await withCsvErrorsAsCliErrors(() => parseOpeningStockFile(text));
  const { rows } = parsed;
  const { customer: customerNo } = options;
  const faults = await withEnvironmentAssertingCustomer(options, async (environment) => {
    if (rows.length === 0) return parsed.faults;
    const actor = createCommandAuditActor('import stock');
    const units = rows.reduce((sum, { quantity }) => sum + quantity, 0);
    const after = { Rows: rows.length, Units: units };
    return await importOpeningStock(environment.db, { ...actor, customerNo }, parsed, (tx) =>
      recordAudit(tx, actor, { action: 'stock.imported', subject: customerNo, customerNo, after }),
    );
  });
  const imported = faults.length > 0 ? 0 : rows.length;
  if (options.json) printJson({ Imported: imported, Faults: faults.map(toWireCsvFault) });
  else process.stderr.write(formatCsvFaults(file, faults, false));
  if (imported === 0) {
    throw new CliError(`${file} has ${faults.length > 0 ? 'faults' : 'no rows'}: nothing was imported`);
  }
  const units = rows.reduce((sum, { quantity }) => sum + quantity, 0);
  if (!options.json) {
    process.stdout.write(
      `${options.environment}: posted ${formatCountWithNoun(units, 'unit')} of ${customerNo} in ${formatCountWithNoun(imported, 'row')}\n`,
    );
  }
}
