/** `dray hand-over`: records that the recipient picked up a will-call order (decision 26). */
import { Command } from 'commander';
import { counted } from '../lib/text.ts';
import { uuidv7 } from '../lib/uuid.ts';
import { operatorActor, printJson } from './arguments.ts';
import { type OrderOptions, parseOrderName, valueOrCliError, withOrderOptions } from './order-options.ts';
import { assertCustomerExists } from './rule-options.ts';
import { withSystem } from './session.ts';

export function handOverCommand(): Command {
  return withOrderOptions(new Command('hand-over'))
    .description('hand a will-call order that is READY FOR PICKUP over to the recipient who has come for it')
    .option('--json', 'print {"TransactionReferenceNumber","OrderNo","Packages"} and nothing else')
    .action(run);
}

async function run(options: OrderOptions): Promise<void> {
  const { completePickup } = await import('../warehouse/index.ts');
  const reference = uuidv7();
  const order = await parseOrderName(options);
  const { orderNo, packages } = await withSystem(async ({ environments }) => {
    const environment = environments[options.environment];
    await assertCustomerExists(environment, options.customer);
    const { customerNo } = order;
    const request = { customerNo, order, reference, operation: 'dray hand-over', actor: operatorActor() };
    return valueOrCliError(await environment.db.write((tx) => completePickup(tx, request)));
  });
  if (options.json) {
    return printJson({ TransactionReferenceNumber: reference, OrderNo: orderNo, Packages: packages });
  }
  const what = counted(packages, 'package');
  process.stdout.write(`${what} of order ${orderNo} handed over (${reference})\n`);
}
