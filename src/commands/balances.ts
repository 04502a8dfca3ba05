/** `dray balances --at`: on-hand balances at the end of a past day (decision 15). */
import { Command } from 'commander';
import type { PastBalance } from '../inventory/index.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';
import { assertCustomerOption, parseDayOption } from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function balancesCommand(): Command {
  return new Command('balances')
    .description("show what was on hand at the end of a day, in the operator's time zone")
    .requiredOption('--at <day>', 'YYYY-MM-DD or MM/DD/YYYY')
    .option('--customer <CustomerNo>', 'only this customer')
    .addOption(environmentOption().default('production'))
    .option('--json', 'print one JSON array')
    .action(balances);
}

interface BalancesOptions {
  readonly at: string;
  readonly customer?: string;
  readonly environment: EnvironmentName;
  readonly json?: true;
}

async function balances(options: BalancesOptions): Promise<void> {
  const day = parseDayOption(options.at, '--at');
  const { readBalancesAtDayEnd } = await import('../inventory/index.ts');
  const tomorrow = Temporal.Now.plainDateISO('UTC').add({ days: 1 });
  // In the test environment the clocks of customers may be ahead.
  if (options.environment === 'production' && Temporal.PlainDate.compare(day, tomorrow) > 0)
    throw new CliError(`${day} is in the future; --at names a past day.`, 2);
  const found = await withEnvironment(options, async (environment) => {
    const { db, config } = environment;
    const pastBalances: PastBalance[] = [];
    for (const customerNo of await customersOf(environment, options.customer)) {
      pastBalances.push(...(await readBalancesAtDayEnd(db, customerNo, day, config.timeZone)));
    }
    return pastBalances;
  });
  if (options.json) return printJson(found.map(wire));
  for (const { customerNo, itemNo, warehouse, status, onHand } of found) {
    const place = `${itemNo.padEnd(30)} ${warehouse.padEnd(6)} ${status.padEnd(12)} ${onHand}`;
    process.stdout.write(options.customer === undefined ? `${customerNo.padEnd(12)} ${place}\n` : `${place}\n`);
  }
  if (found.length === 0) process.stdout.write(`nothing was on hand on ${day}\n`);
}

/** The given customer, or all customers sorted by number. */
async function customersOf(environment: Environment, asked: string | undefined): Promise<string[]> {
  if (asked !== undefined) {
    await assertCustomerOption(environment, asked);
    return [asked];
  }
  const { listCustomers } = await import('../auth/index.ts');
  const customerNos: string[] = [];
  for (;;) {
    const next = await listCustomers(environment.db, { after: customerNos.at(-1) ?? '' });
    if (next.length === 0) return customerNos;
    customerNos.push(...next.map(({ customerNo }) => customerNo));
  }
}

const wire = (balance: PastBalance) => ({
  CustomerNo: balance.customerNo,
  ItemNo: balance.itemNo,
  Warehouse: balance.warehouse,
  InventoryStatus: balance.status,
  OnHandQuantity: balance.onHand,
});
