/** `dray verify`: checks in every environment that sums, balances, reservations, orders and returns are consistent. */
import { Command } from 'commander';
import { counted } from '../lib/text.ts';
import { environmentNames } from './arguments.ts';
import { withSystem } from './session.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'check that stock, reservations, orders and returns agree in every environment; exit code 1 when they do not',
    )
    .action(verify);
}

async function verify(): Promise<void> {
  const { verifyWhenIndexed } = await import('../verify.ts');
  const reports = await withSystem(async ({ environments }) => {
    const all: { name: string; faults: string[] }[] = [];
    for (const name of environmentNames) all.push({ name, faults: await verifyWhenIndexed(environments[name].db) });
    return all;
  });
  for (const { name, faults } of reports) {
    process.stdout.write(`${name}: ${faults.length === 0 ? 'ok' : counted(faults.length, 'fault')}\n`);
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
  }
  if (reports.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}
