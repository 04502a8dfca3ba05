/**
 * `dray weather add`, `dray weather end` and `dray weather list`: date ranges in which orders to states or ZIP areas are on
 * hold.
 */
import { Command } from 'commander';
import type { StandingRuleExclusion } from '../administration/index.ts';
import { formatUsDate } from '../lib/dates.ts';
import { CliError } from '../platform/cli-error.ts';
import { environmentOption, printJson } from './arguments.ts';
import {
  changeRuleAndCountOrdersInWork,
  formatRuleScope,
  newStandingRuleChange,
  parseAllowedCodes,
  parseDayOption,
  parseHoldText,
  parseUsStateCodes,
  printRuleChange,
  ruleCustomerOption,
  type StandingRuleOptions,
  splitCommaList,
  withEnvironmentAssertingCustomer,
} from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function weatherCommand(): Command {
  return new Command('weather')
    .description('manage weather windows: days on which orders to some places are on hold')
    .addCommand(
      new Command('add')
        .description('open a weather window: from its first to its last day orders to these places are put on hold')
        .addOption(environmentOption().makeOptionMandatory())
        .addOption(ruleCustomerOption())
        .option('--states <list>', 'destination states: TX,OK')
        .option('--zips <list>', 'first three digits of destination ZIP codes: 750,751')
        .requiredOption('--from <day>', 'the first day, MM/DD/YYYY or YYYY-MM-DD')
        .requiredOption('--to <day>', 'the last day')
        .option('--exempt <list>', 'services, or carriers with all their services, that still ship: ONPR,FCC')
        .option('--ice-pack-exempt', 'orders with ice packs still ship')
        .option('--note <text>', 'text for the customer, shown with the hold')
        .option(
          '--json',
          'print {"TransactionReferenceNumber","OrdersHeld","OrdersReleased","OrdersInWork"} and nothing else',
        )
        .action(add),
    )
    .addCommand(
      new Command('end')
        .description('close a weather window before its last day')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--window <id>', 'its id, as listed')
        .option('--json', 'print {"TransactionReferenceNumber","OrdersHeld","OrdersReleased"} and nothing else')
        .action(end),
    )
    .addCommand(
      new Command('list')
        .description('list the weather windows')
        .addOption(environmentOption().makeOptionMandatory())
        .option('--customer <CustomerNo>', 'only those that apply to this customer')
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

interface AddOptions extends StandingRuleOptions {
  readonly states?: string;
  readonly zips?: string;
  readonly from: string;
  readonly to: string;
  readonly exempt?: string;
  readonly icePackExempt?: true;
  readonly note?: string;
}

async function add(options: AddOptions): Promise<void> {
  const { carrierCodes, carrierServiceCodes } = await import('../contract/code-lists.ts');
  const window = {
    states: await parseUsStateCodes(options.states ?? ''),
    zipPrefixes: parseZipPrefixes(options.zips ?? ''),
    from: parseDayOption(options.from, '--from'),
    to: parseDayOption(options.to, '--to'),
    exemptServices: parseAllowedCodes(
      options.exempt ?? '',
      [...carrierServiceCodes, ...carrierCodes],
      'a service or carrier',
    ),
    icePackExempt: options.icePackExempt ?? false,
    note: await parseHoldText(options.note, '--note'),
  };
  if (window.states.length + window.zipPrefixes.length === 0) throw new CliError('--states or --zips is required', 2);
  if (Temporal.PlainDate.compare(window.from, window.to) > 0) throw new CliError('--to is before --from', 2);
  const { isPastInAllTimeZones, withoutWeatherWindow } = await import('../operator-settings/index.ts');
  if (isPastInAllTimeZones(window.to, Temporal.Now.instant())) throw new CliError('--to is a day that has passed', 2);
  const { openWeatherWindow } = await import('../sales-orders/index.ts');
  const { change, counts } = await withEnvironmentAssertingCustomer(options, async ({ db }) => {
    const change = await newStandingRuleChange(options.customer, 'weather add');
    const exclude: StandingRuleExclusion = (rules) => withoutWeatherWindow(rules, change.reference);
    const open = () => openWeatherWindow(db, change, window);
    return { change, counts: await changeRuleAndCountOrdersInWork(db, change, exclude, open) };
  });
  const done = `weather window ${change.reference} is open for ${formatRuleScope(change.customerNo)}`;
  printRuleChange(options, done, change, counts);
}

function parseZipPrefixes(text: string): string[] {
  const prefixes = splitCommaList(text);
  const wrong = prefixes.find((prefix) => !/^\d{3}$/.test(prefix));
  if (wrong === undefined) return prefixes;
  throw new CliError(`--zips takes the first three digits of ZIP codes, not ${JSON.stringify(wrong)}`, 2);
}

async function end(options: StandingRuleOptions & { readonly window: string }): Promise<void> {
  const { closeWeatherWindows } = await import('../sales-orders/index.ts');
  const { findWeatherWindowCustomerNo, WILDCARD } = await import('../operator-settings/index.ts');
  const { isUuid } = await import('../lib/uuid.ts');
  const { change, counts } = await withEnvironment(options, async ({ db }) => {
    const customerNo = isUuid(options.window) ? await findWeatherWindowCustomerNo(db, options.window) : undefined;
    if (customerNo === undefined) throw new CliError(`there is no open weather window ${options.window}`);
    const customer = customerNo === WILDCARD ? undefined : customerNo;
    const change = await newStandingRuleChange(customer, 'weather end');
    return { change, counts: await closeWeatherWindows(db, change, options.window) };
  });
  printRuleChange(options, `weather window ${options.window} is closed`, change, counts);
}

async function list(options: StandingRuleOptions): Promise<void> {
  const { weatherWindowRecord, readWeatherWindows } = await import('../operator-settings/index.ts');
  const windows = await withEnvironmentAssertingCustomer(options, ({ db }) => readWeatherWindows(db, options.customer));
  if (options.json) {
    return printJson(
      windows.map((window) => ({
        WindowId: window.ruleId,
        CustomerNo: window.customerNo,
        ...weatherWindowRecord(window),
        SetBy: window.setBy,
        SetAt: window.setAt.toString(),
      })),
    );
  }
  for (const window of windows) {
    const where = [...window.states, ...window.zipPrefixes].join(',');
    const days = `${formatUsDate(window.from)} to ${formatUsDate(window.to)}`;
    const exempt = [...window.exemptServices, ...(window.icePackExempt ? ['ice packs'] : [])].join(', ');
    const but = exempt === '' ? '' : `, exempt: ${exempt}`;
    process.stdout.write(`${window.ruleId}  ${days}  ${where} for ${formatRuleScope(window.customerNo)}${but}\n`);
  }
  if (windows.length === 0) process.stdout.write('there are no weather windows\n');
}
