/** `dray order-index rebuild`: rebuilds the index of lists across customers from all orders. */
import { Command } from 'commander';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption } from './arguments.ts';
import { withEnvironment } from './session.ts';

export function orderIndexCommand(): Command {
  return new Command('order-index')
    .description('the index that lists and search across customers use')
    .addCommand(
      new Command('rebuild')
        .description('rebuild the index from all orders, while the server runs')
        .addOption(environmentOption().makeOptionMandatory())
        .action(rebuild),
    );
}

async function rebuild({ environment }: { readonly environment: EnvironmentName }): Promise<void> {
  const { rebuildOrderIndex } = await import('../order-index/index.ts');
  await withEnvironment({ environment }, ({ db }) => rebuildOrderIndex(db));
  process.stdout.write(`the order index of ${environment} has been rebuilt\n`);
}
