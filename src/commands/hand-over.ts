/** `dray hand-over`: records that a will-call order was picked up (decision 26). */
import { Command } from 'commander';
import { formatCountWithNoun } from '../lib/text.ts';
import { createCommandAuditActor, printResult } from './arguments.ts';
import { writeChangeWithAuditEntry } from './audited.ts';
import {
  type OrderNameOptions,
  parseOrderNameOptions,
  valueOrThrowCliError,
  withOrderNameOptions,
} from './order-options.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';

export function handOverCommand(): Command {
  return withOrderNameOptions(new Command('hand-over'))
    .description('hand a will-call order that is READY FOR PICKUP over to the recipient who has come for it')
    .option('--of-age', 'the ID of the person was checked, and an adult has signed; required for an order with wine')
    .option('--taken-by-other', 'another person took it for the recipient')
    .option('--json', 'print {"TransactionReferenceNumber","OrderNo","Packages"} and nothing else')
    .action(run);
}

interface HandOverOptions extends OrderNameOptions {
  readonly ofAge?: true;
  readonly takenByOther?: true;
}

async function run(options: HandOverOptions): Promise<void> {
  const { completeWillCallPickup } = await import('../warehouse/index.ts');
  const { orderHandedOverAuditEntry } = await import('../order-index/index.ts');
  const actor = createCommandAuditActor('hand-over');
  const { reference } = actor;
  const order = await parseOrderNameOptions(options);
  const { orderNo, packages } = await withEnvironmentAssertingCustomer(options, async (environment) => {
    const { customerNo } = order;
    const { ofAge: isOfAge = false, takenByOther: isTakenByOther = false } = options;
    const request = { ...actor, customerNo, order, isOfAge, isTakenByOther, confirmAge: 'add --of-age' };
    const outcome = await writeChangeWithAuditEntry(
      environment.db,
      (tx, pickups) => Promise.all(pickups.map((pickup) => completeWillCallPickup(tx, pickup))),
      request,
      (done) => orderHandedOverAuditEntry(request, done),
    );
    return valueOrThrowCliError(outcome);
  });
  const result = { TransactionReferenceNumber: reference, OrderNo: orderNo, Packages: packages };
  const what = formatCountWithNoun(packages, 'package');
  printResult(options, result, `${what} of order ${orderNo} handed over (${reference})`);
}
