/** `dray verify`: proves on the data of every environment that sums, balances, reservations, orders and returns agree. */
import { Command } from 'commander';
import type { Environment } from '../platform/environment.ts';
import { environmentNames } from './arguments.ts';
import { withSystem } from './session.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'prove that stock, reservations, orders and returns agree in every environment; exit code 1 when they do not',
    )
    .action(verify);
}

async function verify(): Promise<void> {
  const reports = await withSystem(async ({ environments }) => {
    const all: { name: string; faults: string[] }[] = [];
    for (const name of environmentNames) all.push({ name, faults: await faultsOf(environments[name]) });
    return all;
  });
  for (const { name, faults } of reports) {
    process.stdout.write(`${name}: ${faults.length === 0 ? 'ok' : `${faults.length} faults`}\n`);
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  }
  if (reports.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}

/** All slices look at the same moment, so that traffic beside it makes no fault of a sale under way. */
async function faultsOf(environment: Environment): Promise<string[]> {
  const [{ verifyInventory }, { verifySalesOrders }, { verifyTransferOrders }, { verifyReturns }] = await Promise.all([
    import('../inventory/index.ts'),
    import('../sales-orders/index.ts'),
    import('../transfer-orders/index.ts'),
    import('../returns/index.ts'),
  ]);
  return environment.db.snapshot(async (reader) => [
    ...(await verifyInventory(reader)),
    ...(await verifySalesOrders(reader)),
    ...(await verifyTransferOrders(reader)),
    ...(await verifyReturns(reader)),
  ]);
}
