/** `dray license close`, `dray license open` and `dray license list`: states that are closed to order types. */
import { Command } from 'commander';
import type { StandingRuleExclusion } from '../administration/index.ts';
import { CliError } from '../platform/cli-error.ts';
import { environmentOption, printJson } from './arguments.ts';
import {
  changeRuleAndCountOrdersInWork,
  formatRuleScope,
  newStandingRuleChange,
  parseAllowedCodes,
  parseUsStateCodes,
  printRuleChange,
  ruleCustomerOption,
  type StandingRuleOptions,
  withEnvironmentAssertingCustomer,
} from './rule-options.ts';

export function licenseCommand(): Command {
  return new Command('license')
    .description('manage the states that are closed to orders')
    .addCommand(change('close', 'close a state: orders to it are put on hold'))
    .addCommand(change('open', "open a state; a customer's own rule takes precedence over the rule for all"))
    .addCommand(
      new Command('list')
        .description('list the rules; all other states are open')
        .addOption(environmentOption().makeOptionMandatory())
        .option('--customer <CustomerNo>', 'only rules that apply to this customer')
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

function change(name: 'open' | 'close', description: string): Command {
  return new Command(name)
    .description(description)
    .addOption(environmentOption().makeOptionMandatory())
    .addOption(ruleCustomerOption())
    .requiredOption('--state <state>', 'destination state: UT')
    .option('--types <list>', 'order types: CLUB,RETAIL (default: all)')
    .option(
      '--json',
      'print {"TransactionReferenceNumber","OrdersHeld","OrdersReleased","OrdersInWork"} and nothing else',
    )
    .action((options: ChangeOptions) => set(options, name));
}

interface ChangeOptions extends StandingRuleOptions {
  readonly state: string;
  readonly types?: string;
}

async function set(options: ChangeOptions, name: 'open' | 'close'): Promise<void> {
  const { salesOrderTypeCodes } = await import('../contract/code-lists.ts');
  const [state, ...more] = await parseUsStateCodes(options.state);
  if (state === undefined || more.length > 0) throw new CliError('--state takes one state', 2);
  const types =
    options.types === undefined ? undefined : parseAllowedCodes(options.types, salesOrderTypeCodes, 'an order type');
  if (types?.length === 0) throw new CliError('--types names no order type', 2);
  const { withLicenseRuleChange } = await import('../operator-settings/index.ts');
  const { setLicenseRule } = await import('../sales-orders/index.ts');
  const done = await withEnvironmentAssertingCustomer(options, async ({ db }) => {
    const change = await newStandingRuleChange(options.customer, `license ${name}`);
    const license = { state, orderTypes: types, open: name === 'open' };
    const exclude: StandingRuleExclusion = (rules) =>
      withLicenseRuleChange(rules, change.customerNo, { ...license, open: true });
    const make = () => setLicenseRule(db, change, license);
    return {
      change,
      counts: await changeRuleAndCountOrdersInWork(db, change, license.open ? undefined : exclude, make),
    };
  });
  const what = `${state} is ${name === 'open' ? 'open' : 'closed'} to ${types?.join(', ') ?? 'all'} orders of`;
  printRuleChange(options, `${what} ${formatRuleScope(done.change.customerNo)}`, done.change, done.counts);
}

async function list(options: StandingRuleOptions): Promise<void> {
  const { WILDCARD, readLicenseRules } = await import('../operator-settings/index.ts');
  const rules = await withEnvironmentAssertingCustomer(options, ({ db }) => readLicenseRules(db, options.customer));
  if (options.json) {
    return printJson(
      rules.map((rule) => ({
        CustomerNo: rule.customerNo,
        State: rule.state,
        OrderType: rule.orderType,
        Open: rule.open,
        SetBy: rule.setBy,
        SetAt: rule.setAt.toString(),
      })),
    );
  }
  for (const { customerNo, state, orderType, open } of rules) {
    const type = orderType === WILDCARD ? 'all' : orderType;
    process.stdout.write(
      `${state}  ${open ? 'open  ' : 'closed'}  to ${type} orders of ${formatRuleScope(customerNo)}\n`,
    );
  }
  if (rules.length === 0) process.stdout.write('every state is open\n');
}
