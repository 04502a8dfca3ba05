/** `dray customer update`: a customer's name, order preferences, rate limits and token policy (decisions 4 and 7). */
import { Command, Option } from 'commander';
import type { AccessTokenRequirement, CustomerPreferences, RateLimitOverrides, ShortPickRule } from '../auth/index.ts';
import { CliError, unknownCustomerError } from '../platform/cli-error.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printResult, withCustomerOption } from './arguments.ts';
import { createCommandAdministrationActor } from './audited.ts';
import { tokenPolicyOption } from './import-credentials.ts';
import { parseAllowedCodes, parseWeekdays } from './rule-options.ts';
import { withEnvironment } from './session.ts';

/** The option value that clears a preference or a limit. */
const clearValue = 'none';

const shortPickRules: readonly ShortPickRule[] = ['ship short', 'hold'];

export function customerUpdateCommand(): Command {
  return withCustomerOption(new Command('update'))
    .description(`change the given properties of a customer; "${clearValue}" clears a preference or a limit`)
    .addOption(environmentOption().makeOptionMandatory())
    .option('--name <name>', 'its name')
    .option('--carrier <code>', 'the carrier of orders that name none')
    .option('--service <code>', 'the service of orders that name none')
    .option('--warehouse <code>', 'the warehouse of orders that name none')
    .option(
      '--ship-days <list>',
      'the days of the week on which orders that request no date ship, 1 Monday to 7 Sunday: 1,2,3',
    )
    .addOption(
      new Option(
        '--short-picks <rule>',
        'the treatment of an order of which bottles are missing when it is picked: it ships without them, or leaves the floor and waits for stock',
      ).choices([...shortPickRules, clearValue]),
    )
    .option('--requests <limit>', 'requests per second and in a burst: 200/2000')
    .option('--get-details <limit>', 'the same for GetDetails: 50/500')
    .addOption(tokenPolicyOption().choices(['required', 'optional', clearValue]))
    .option('--json', 'print {"CustomerNo"} and nothing else')
    .action(update);
}

interface UpdateOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly name?: string;
  readonly carrier?: string;
  readonly service?: string;
  readonly warehouse?: string;
  readonly shipDays?: string;
  readonly shortPicks?: ShortPickRule | typeof clearValue;
  readonly requests?: string;
  readonly getDetails?: string;
  readonly tokenPolicy?: AccessTokenRequirement | typeof clearValue;
  readonly json?: true;
}

async function update(options: UpdateOptions): Promise<void> {
  const { customer: customerNo, name, tokenPolicy } = options;
  const { readCustomerSettings, updateCustomer } = await import('../auth/index.ts');
  await withEnvironment(options, async (environment) => {
    const settings = await readCustomerSettings(environment.db, customerNo);
    if (settings === undefined) throw unknownCustomerError(customerNo, options.environment);
    const preferences = await preferenceEdit(environment, options);
    const rateLimits = limitEdit(options);
    if ([name, preferences, rateLimits, tokenPolicy].every((given) => given === undefined)) {
      throw new CliError('there is nothing to change: give at least one property, such as --name', 2);
    }
    await updateCustomer(environment.db, {
      customerNo,
      ...(name === undefined ? {} : { name }),
      ...(preferences === undefined ? {} : { preferences }),
      ...(rateLimits === undefined ? {} : { rateLimits }),
      ...(tokenPolicy === undefined ? {} : { tokenPolicy: tokenPolicy === clearValue ? null : tokenPolicy }),
      ...(await createCommandAdministrationActor('customer update')),
    });
  });
  const line = `customer ${customerNo} is changed; existing orders keep their values`;
  printResult(options, { CustomerNo: customerNo }, line);
}

/** Replaces the given preferences; undefined when none was given. */
async function preferenceEdit(
  environment: Environment,
  { carrier, service, warehouse, shipDays, shortPicks }: UpdateOptions,
): Promise<((before: CustomerPreferences) => CustomerPreferences) | undefined> {
  if ([carrier, service, warehouse, shipDays, shortPicks].every((given) => given === undefined)) return undefined;
  const { carrierCodes, carrierServiceCodes } = await import('../contract/code-lists.ts');
  const { describeCarrierServiceFault } = await import('../carriers/index.ts');
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const warehouses = [...(await readOperatorSettings(environment.db)).warehouses.keys()];
  const code = <Code extends string>(text: string, codes: readonly Code[], what: string): Code | undefined => {
    const [first, ...more] = parseAllowedCodes(text, codes, what);
    if (first === undefined || more.length > 0) throw new CliError(`${JSON.stringify(text)} is not ${what}`, 2);
    return first;
  };
  const merged = <Value>(
    given: string | undefined,
    old: Value | undefined,
    read: (text: string) => Value | undefined,
  ) => (given === undefined ? old : given === clearValue ? undefined : read(given));
  return (before) => {
    const after = {
      ...before,
      defaultCarrier: merged(carrier, before.defaultCarrier, (text) => code(text, carrierCodes, 'a carrier')),
      defaultService: merged(service, before.defaultService, (text) =>
        code(text, carrierServiceCodes, 'a carrier service'),
      ),
      defaultWarehouse: merged(warehouse, before.defaultWarehouse, (text) => code(text, warehouses, 'a warehouse')),
      shipDays: merged(shipDays, before.shipDays, (text) => parseWeekdays(text, '--ship-days')),
      shortPicks: merged(shortPicks, before.shortPicks, (rule) => rule as ShortPickRule),
    };
    const fault = describeCarrierServiceFault(after.defaultCarrier, after.defaultService);
    if (fault !== undefined) throw new CliError(fault, 2);
    return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  };
}

/** Replaces the given limits; undefined when none was given. */
function limitEdit({
  requests,
  getDetails,
}: UpdateOptions): ((before: RateLimitOverrides) => RateLimitOverrides) | undefined {
  if (requests === undefined && getDetails === undefined) return undefined;
  const merged = (given: string | undefined, old: RateLimitOverrides['requests'], option: string) =>
    given === undefined ? old : given === clearValue ? undefined : parseLimit(given, option);
  return (before) => {
    const after = {
      requests: merged(requests, before.requests, '--requests'),
      getDetails: merged(getDetails, before.getDetails, '--get-details'),
    };
    return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
  };
}

function parseLimit(text: string, option: string): { perSecond: number; burst: number } {
  const [, perSecond, burst] = /^(\d{1,7}(?:\.\d{1,3})?)\/(\d{1,9})$/.exec(text) ?? [];
  if (perSecond === undefined) {
    throw new CliError(
      `${option} must be requests per second and in a burst, 200/2000, not ${JSON.stringify(text)}`,
      2,
    );
  }
  return { perSecond: Number(perSecond), burst: Number(burst) };
}
