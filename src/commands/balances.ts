/** `dray balances --at`: what was on hand at the end of a past day (decision 24). */
import { Command } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';
import { dayOf, demandCustomer } from './hold-rules.ts';
import { withSystem } from './session.ts';

export function balancesCommand(): Command {
  return new Command('balances')
    .description("show what was on hand at the end of a day, in the operator's time zone")
    .requiredOption('--at <day>', 'YYYY-MM-DD or MM/DD/YYYY')
    .requiredOption('--customer <CustomerNo>', 'the customer')
    .addOption(environmentOption().default('production'))
    .option('--json', 'print one JSON array')
    .action(balances);
}

interface BalancesOptions {
  readonly at: string;
  readonly customer: string;
  readonly environment: EnvironmentName;
  readonly json?: true;
}

async function balances(options: BalancesOptions): Promise<void> {
  const day = dayOf(options.at, '--at');
  const { balancesAt } = await import('../inventory/index.ts');
  const found = await withSystem(async ({ environments }) => {
    const environment = environments[options.environment];
    const { db, config } = environment;
    await demandCustomer(environment, options.customer);
    return await balancesAt(db, options.customer, day, config.timeZone);
  });
  if (options.json) {
    return printJson(
      found.map((balance) => ({
        ItemNo: balance.itemNo,
        Warehouse: balance.warehouse,
        InventoryStatus: balance.status,
        OnHandQuantity: balance.onHand,
      })),
    );
  }
  for (const { itemNo, warehouse, status, onHand } of found) {
    process.stdout.write(`${itemNo.padEnd(30)} ${warehouse.padEnd(6)} ${status.padEnd(12)} ${onHand}\n`);
  }
  if (found.length === 0) process.stdout.write(`nothing was on hand on ${day}\n`);
}
