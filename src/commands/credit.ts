/** `dray credit hold`, `dray credit release` and `dray credit list`: customer accounts on credit hold. */
import { Command } from 'commander';
import type { StandingRuleExclusion } from '../administration/index.ts';
import { CliError } from '../platform/cli-error.ts';
import { environmentOption, printJson } from './arguments.ts';
import {
  changeRuleAndCountOrdersInWork,
  newStandingRuleChange,
  parseHoldText,
  printRuleChange,
  type StandingRuleOptions,
  withEnvironmentAssertingCustomer,
} from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function creditCommand(): Command {
  return new Command('credit')
    .description('manage the credit holds of accounts')
    .addCommand(
      new Command('hold')
        .description("put a customer's account, and so all its open orders, on credit hold")
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--customer <CustomerNo>', 'the customer')
        .option('--note <text>', 'text for the customer, shown with the hold')
        .option(
          '--json',
          'print {"TransactionReferenceNumber","OrdersHeld","OrdersReleased","OrdersInWork"} and nothing else',
        )
        .action(hold),
    )
    .addCommand(
      new Command('release')
        .description('end the credit hold of an account')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--customer <CustomerNo>', 'the customer')
        .option('--json', 'print {"TransactionReferenceNumber","OrdersHeld","OrdersReleased"} and nothing else')
        .action(release),
    )
    .addCommand(
      new Command('list')
        .description('list the accounts on credit hold')
        .addOption(environmentOption().makeOptionMandatory())
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

interface AccountOptions extends StandingRuleOptions {
  readonly customer: string;
}

async function hold(options: AccountOptions & { readonly note?: string }): Promise<void> {
  const note = await parseHoldText(options.note, '--note');
  const { withCreditHold } = await import('../operator-settings/index.ts');
  const { placeCustomerCreditHold } = await import('../sales-orders/index.ts');
  const { change, counts } = await withEnvironmentAssertingCustomer(options, async ({ db }) => {
    const change = await newStandingRuleChange(options.customer, 'credit hold');
    const place = () => placeCustomerCreditHold(db, change, note);
    const exclude: StandingRuleExclusion = (rules) => withCreditHold(rules, options.customer, undefined);
    return { change, counts: await changeRuleAndCountOrdersInWork(db, change, exclude, place) };
  });
  printRuleChange(options, `the account of ${options.customer} is on credit hold`, change, counts);
}

async function release(options: AccountOptions): Promise<void> {
  const { releaseCustomerCreditHold } = await import('../sales-orders/index.ts');
  const { readCreditHolds } = await import('../operator-settings/index.ts');
  const { change, counts } = await withEnvironmentAssertingCustomer(options, async ({ db }) => {
    const change = await newStandingRuleChange(options.customer, 'credit release');
    const [onHold] = await readCreditHolds(db, options.customer);
    if (onHold === undefined) throw new CliError(`the account of ${options.customer} is not on credit hold`);
    return { change, counts: await releaseCustomerCreditHold(db, change) };
  });
  printRuleChange(options, `the account of ${options.customer} is no longer on credit hold`, change, counts);
}

async function list(options: StandingRuleOptions): Promise<void> {
  const { readCreditHolds } = await import('../operator-settings/index.ts');
  const rules = await withEnvironment(options, ({ db }) => readCreditHolds(db));
  if (options.json) {
    return printJson(
      rules.map(({ customerNo, note, setBy, setAt }) => ({
        CustomerNo: customerNo,
        Description: note,
        SetBy: setBy,
        SetAt: setAt.toString(),
      })),
    );
  }
  for (const { customerNo, note } of rules) process.stdout.write(`${customerNo.padEnd(12)} ${note}\n`);
  if (rules.length === 0) process.stdout.write('no account is on credit hold\n');
}
