/** `dray verify`: runs all integrity checks of both environments (`verify.ts` lists them), after the order index has read the log. */
import { Command } from 'commander';
import { formatCountWithNoun } from '../lib/text.ts';
import { environmentNames } from './arguments.ts';
import { withComposedSystem } from './session.ts';

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'run all integrity checks (stock, orders, returns, the floor …) in every environment; exit code 1 when one finds a fault',
    )
    .action(verify);
}

async function verify(): Promise<void> {
  const { describeItemsWithExcessInBins, indexOrdersAndVerifyDatabase } = await import('../verify.ts');
  const reports = await withComposedSystem(async ({ environments }) => {
    const found: { name: string; faults: string[]; work: string[] }[] = [];
    for (const name of environmentNames) {
      const { db } = environments[name];
      found.push({
        name,
        faults: await indexOrdersAndVerifyDatabase(db),
        work: await describeItemsWithExcessInBins(db),
      });
    }
    return found;
  });
  for (const { name, faults, work } of reports) {
    process.stdout.write(`${name}: ${faults.length === 0 ? 'ok' : formatCountWithNoun(faults.length, 'fault')}\n`);
    for (const fault of faults) process.stdout.write(`  ${fault}\n`);
    for (const each of work) process.stdout.write(`  to be counted, no fault: ${each}\n`);
  }
  if (reports.some(({ faults }) => faults.length > 0)) process.exitCode = 1;
}
