/** `dray customer update`: a customer's name, what fills its orders, and its rate limits (decisions 4 and 7). */
import { Command } from 'commander';
import type { CustomerPreferences, RateLimitOverrides } from '../auth/index.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { environmentOption, operator, printJson } from './arguments.ts';
import { codesOf, listed } from './hold-rules.ts';
import { withSystem } from './session.ts';

/** What takes a preference or a limit away again. */
const nothing = 'none';

export function customerUpdateCommand(): Command {
  return new Command('update')
    .description(`change what is given of a customer; "${nothing}" takes a preference or a limit away`)
    .addOption(environmentOption().makeOptionMandatory())
    .requiredOption('--no <CustomerNo>', 'the customer')
    .option('--name <name>', 'its name')
    .option('--carrier <code>', 'the carrier of orders that name none')
    .option('--service <code>', 'the service of orders that name none')
    .option('--warehouse <code>', 'the warehouse of orders that name none')
    .option('--ship-days <list>', 'the days of the week on which its orders ship, 1 Monday to 7 Sunday: 1,2,3')
    .option('--requests <limit>', 'requests a second and in a burst: 200/2000')
    .option('--get-details <limit>', 'the same for GetDetails: 50/500')
    .option('--json', 'print {"CustomerNo"} and nothing else')
    .action(update);
}

interface UpdateOptions {
  readonly environment: EnvironmentName;
  readonly no: string;
  readonly name?: string;
  readonly carrier?: string;
  readonly service?: string;
  readonly warehouse?: string;
  readonly shipDays?: string;
  readonly requests?: string;
  readonly getDetails?: string;
  readonly json?: true;
}

async function update(options: UpdateOptions): Promise<void> {
  const { no: customerNo, name } = options;
  const { readCustomerSettings, updateCustomer } = await import('../auth/index.ts');
  await withSystem(async ({ environments }) => {
    const environment = environments[options.environment];
    const settings = await readCustomerSettings(environment.db, customerNo);
    if (settings === undefined) throw new StartRefused(`there is no customer ${JSON.stringify(customerNo)}`);
    const preferences = await preferencesOf(environment, options, settings.preferences);
    const rateLimits = limitsOf(options, settings.rateLimits);
    if (name === undefined && preferences === undefined && rateLimits === undefined) {
      throw new StartRefused('there is nothing to change: give what is to be changed', 2);
    }
    await updateCustomer(environment.db, {
      customerNo,
      ...(name === undefined ? {} : { name }),
      ...(preferences === undefined ? {} : { preferences }),
      ...(rateLimits === undefined ? {} : { rateLimits }),
      actor: operator(),
    });
  });
  if (options.json) printJson({ CustomerNo: customerNo });
  else process.stdout.write(`customer ${customerNo} is changed; orders that are there stay as they are\n`);
}

/** All preferences with those laid over them that were given; undefined when none was. */
async function preferencesOf(
  environment: Environment,
  { carrier, service, warehouse, shipDays }: UpdateOptions,
  before: CustomerPreferences,
): Promise<CustomerPreferences | undefined> {
  if ([carrier, service, warehouse, shipDays].every((given) => given === undefined)) return undefined;
  const { carrierCodes, carrierServiceCodes } = await import('../contract/code-lists.ts');
  const { pairFault } = await import('../carriers/index.ts');
  const { readOperatorData } = await import('../inventory/index.ts');
  const warehouses = [...(await readOperatorData(environment.db)).warehouses.keys()];
  const code = <Code extends string>(text: string, codes: readonly Code[], what: string): Code | undefined => {
    const [first, ...more] = codesOf(text, codes, what);
    if (first === undefined || more.length > 0) throw new StartRefused(`${JSON.stringify(text)} is not ${what}`, 2);
    return first;
  };
  const laid = <Value>(given: string | undefined, old: Value | undefined, read: (text: string) => Value | undefined) =>
    given === undefined ? old : given === nothing ? undefined : read(given);
  const after = {
    defaultCarrier: laid(carrier, before.defaultCarrier, (text) => code(text, carrierCodes, 'a carrier')),
    defaultService: laid(service, before.defaultService, (text) =>
      code(text, carrierServiceCodes, 'a carrier service'),
    ),
    defaultWarehouse: laid(warehouse, before.defaultWarehouse, (text) => code(text, warehouses, 'a warehouse')),
    shipDays: laid(shipDays, before.shipDays, daysOf),
  };
  const fault = pairFault(after.defaultCarrier, after.defaultService);
  if (fault !== undefined) throw new StartRefused(fault, 2);
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
}

function daysOf(text: string): number[] {
  const days = listed(text).map(Number);
  if (days.length > 0 && days.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)) return days.toSorted();
  throw new StartRefused(`--ship-days must be days from 1 Monday to 7 Sunday, not ${JSON.stringify(text)}`, 2);
}

/** All limits with those laid over them that were given; undefined when none was. */
function limitsOf({ requests, getDetails }: UpdateOptions, before: RateLimitOverrides): RateLimitOverrides | undefined {
  if (requests === undefined && getDetails === undefined) return undefined;
  const laid = (given: string | undefined, old: RateLimitOverrides['requests'], option: string) =>
    given === undefined ? old : given === nothing ? undefined : limitOf(given, option);
  const after = {
    requests: laid(requests, before.requests, '--requests'),
    getDetails: laid(getDetails, before.getDetails, '--get-details'),
  };
  return Object.fromEntries(Object.entries(after).filter(([, value]) => value !== undefined));
}

function limitOf(text: string, option: string): { perSecond: number; burst: number } {
  const [, perSecond, burst] = /^(\d{1,7}(?:\.\d{1,3})?)\/(\d{1,9})$/.exec(text) ?? [];
  if (perSecond === undefined) {
    throw new StartRefused(
      `${option} must be requests a second and in a burst, 200/2000, not ${JSON.stringify(text)}`,
      2,
    );
  }
  return { perSecond: Number(perSecond), burst: Number(burst) };
}
