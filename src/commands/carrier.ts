/** `dray carrier verify-address` and `dray carrier transit`: query a carrier and print its reply. */
import { Command, Option } from 'commander';
import type { CarrierResult } from '../carriers/index.ts';
import { CliError } from '../platform/cli-error.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';
import { parseAllowedCodes, parseDayOption } from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function carrierCommand(): Command {
  return new Command('carrier')
    .description('query the carriers; those of the test environment are simulated')
    .addCommand(
      new Command('verify-address')
        .description('check whether a carrier delivers to an address; exit code 1 when it does not')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--street <text>', 'house number and street')
        .addOption(new Option('--street2 <text>', 'second line').default('', 'none'))
        .requiredOption('--city <city>', 'city')
        .requiredOption('--state <state>', 'two letters')
        .requiredOption('--zip <ZIP>', 'ZIP code')
        .option('--country <country>', 'two letters', 'US')
        .addOption(new Option('--company <name>', 'company').default('', 'none'))
        .option('--json', 'print one JSON object and nothing else')
        .action(verifyAddress),
    )
    .addCommand(
      new Command('transit')
        .description('estimate when a package arrives, for each carrier and service')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--from <origin>', 'a warehouse code, or a ZIP code of five digits')
        .requiredOption('--to <ZIP>', 'ZIP code of five digits')
        .option('--on <day>', 'ship date, MM/DD/YYYY or YYYY-MM-DD (default: today)')
        .option('--carriers <list>', 'carriers', 'FEX,UPS')
        .option('--services <list>', 'services', 'GRND,HOME,2DAY,ONST,ONPR')
        .option('--json', 'print one JSON array and nothing else')
        .action(transit),
    );
}

interface AddressOptions {
  readonly environment: EnvironmentName;
  readonly street: string;
  readonly street2: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
  readonly company: string;
  readonly json?: true;
}

async function verifyAddress(options: AddressOptions): Promise<void> {
  const { verifyAddressWithCarrier } = await import('../shipping-labels/index.ts');
  const { street, street2, city, state, company } = options;
  const asked = { company, street, street2, city, state: state.toUpperCase(), country: options.country.toUpperCase() };
  const address = { ...asked, name: '', zipCode: options.zip, phone: '', email: '' };
  const result = await withEnvironment(options, (environment) => verifyAddressWithCarrier(environment, address));
  const { data, messages } = replyOrCliError(result);
  const { deliverable, residential, standardized } = data;
  if (!deliverable) process.exitCode = 1;
  const messageTexts = messages.map(({ text }) => text).filter((text) => text !== '');
  if (options.json) {
    const {
      street: Street,
      street2: Street2,
      city: City,
      state: State,
      zipCode: ZipCode,
      country: Country,
    } = standardized;
    return printJson({
      Deliverable: deliverable,
      Residential: residential ?? null,
      Address: { Street, Street2, City, State, ZipCode, Country },
      Messages: messageTexts,
    });
  }
  const lines = [standardized.street, standardized.street2].filter((line) => line !== '').join(', ');
  const written = `${lines}, ${standardized.city}, ${standardized.state} ${standardized.zipCode}`;
  const kind = residential === undefined ? '' : residential ? ', residential' : ', not residential';
  process.stdout.write(`${deliverable ? 'deliverable' : 'not deliverable'}${kind}: ${written}\n`);
  for (const line of messageTexts) process.stdout.write(`  ${line}\n`);
}

interface TransitOptions {
  readonly environment: EnvironmentName;
  readonly from: string;
  readonly to: string;
  readonly on?: string;
  readonly carriers: string;
  readonly services: string;
  readonly json?: true;
}

async function transit(options: TransitOptions): Promise<void> {
  const { carrierCodes, carrierServiceCodes } = await import('../contract/code-lists.ts');
  const carriers = parseAllowedCodes(options.carriers, carrierCodes, 'a carrier');
  const services = parseAllowedCodes(options.services, carrierServiceCodes, 'a carrier service');
  if (!/^\d{5}$/.test(options.to)) {
    throw new CliError(`--to must be five digits, not ${JSON.stringify(options.to)}`, 2);
  }
  const on = options.on === undefined ? undefined : parseDayOption(options.on, '--on');
  const { estimateTransitWithCarrier } = await import('../shipping-labels/index.ts');
  const result = await withEnvironment(options, async (environment) => {
    return await estimateTransitWithCarrier(environment, {
      from: options.from.toUpperCase(),
      toZip: options.to,
      shipDate: on ?? Temporal.Now.plainDateISO(environment.config.timeZone),
      services: carriers.flatMap((carrier) => services.map((service) => ({ carrier, service }))),
    });
  });
  const { transitEstimateRecord } = await import('../administration/index.ts');
  const shown = replyOrCliError(result).data.map(transitEstimateRecord);
  if (options.json) return printJson(shown);
  for (const { ShippingCarrier, ShippingCarrierService, TransitDays, EstimatedDeliveryDate } of shown) {
    const days = `${TransitDays} ${TransitDays === 1 ? 'day' : 'days'}`;
    process.stdout.write(
      `${ShippingCarrier}  ${ShippingCarrierService}  ${days.padEnd(7)}  ${EstimatedDeliveryDate}\n`,
    );
  }
  if (shown.length === 0) process.stdout.write('the carriers have no estimate\n');
}

/** The carrier's reply. Throws a one-line `CliError` with the carrier's message otherwise. */
function replyOrCliError<Data>(result: CarrierResult<Data>): Extract<CarrierResult<Data>, { outcome: 'ok' }> {
  if (result.outcome === 'ok') return result;
  const words = result.messages.map(({ text }) => text).filter((text) => text !== '');
  const messageTexts = words.join('; ') || 'the carrier gave no reason';
  if (result.messages[0]?.code === 'no-carrier')
    throw new CliError(`${messageTexts}: enter an account under Carriers in the portal, or set EASYPOST_API_KEY`);
  if (result.messages[0]?.code === 'no-origin') throw new CliError(messageTexts, 2);
  throw new CliError(
    result.outcome === 'refused' ? `the carrier rejected the request: ${messageTexts}` : `${messageTexts}`,
  );
}
