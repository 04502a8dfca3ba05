/** `dray explain`: what makes up each quantity of an item (decision 10). */
import { Command } from 'commander';
import type { BalanceExplanation } from '../inventory/index.ts';
import { formatInstant } from '../lib/dates.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import { environmentOption, printJson } from './arguments.ts';
import { assertWarehousesExist } from './known-warehouses.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';

export function explainCommand(): Command {
  return new Command('explain')
    .description('show what makes up the quantities of an item: movements, reservations, waiting orders, expectations')
    .requiredOption('--customer <CustomerNo>', 'the customer')
    .requiredOption('--item <ItemNo>', 'the item')
    .option('--warehouse <code>', 'only this warehouse')
    .addOption(environmentOption().default('production'))
    .option('--json', 'print one JSON array, with more of each list')
    .action(explain);
}

interface ExplainOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly item: string;
  readonly warehouse?: string;
  readonly json?: true;
}

const maxListed = 20;
const maxRowsJson = 1_000;

async function explain(options: ExplainOptions): Promise<void> {
  const { explainItemBalances, toBalanceExplanationRecord } = await import('../inventory/index.ts');
  const { places, timeZone } = await withEnvironmentAssertingCustomer(options, async (environment) => {
    const { db, config } = environment;
    await assertItemExists(environment, options);
    if (options.warehouse !== undefined) await assertWarehousesExist(environment, [options.warehouse]);
    return {
      timeZone: config.timeZone,
      places: await explainItemBalances(db, {
        customerNo: options.customer,
        itemNo: options.item,
        warehouse: options.warehouse,
        maxListed: options.json ? maxRowsJson : maxListed,
      }),
    };
  });
  if (options.json)
    printJson(places.map((place) => toBalanceExplanationRecord(place, (instant) => formatInstant(instant, timeZone))));
  else if (places.length === 0) process.stdout.write(`${noStockMessage(options)}\n`);
  else process.stdout.write(`${places.map((place) => text(place, timeZone)).join('\n\n')}\n`);
  if (places.some((place) => !place.addsUp)) process.exitCode = 1;
}

async function assertItemExists({ db, name }: Environment, { customer, item }: ExplainOptions): Promise<void> {
  const { readSkus, formatSkuKey } = await import('../skus/index.ts');
  const key = { customerNo: customer, itemNo: item };
  if ((await readSkus(db, [key])).has(formatSkuKey(key))) return;
  throw new CliError(
    `${customer} has no item ${JSON.stringify(item)} in ${name} (use --environment ${otherOf(name)}).`,
  );
}

const otherOf = (name: EnvironmentName): EnvironmentName => (name === 'production' ? 'test' : 'production');

const noStockMessage = ({ item, warehouse, environment }: ExplainOptions): string =>
  `${item} has no stock and no history${warehouse === undefined ? '' : ` at ${warehouse}`} in ${environment}`;

type Documents = BalanceExplanation['reserved'] | BalanceExplanation['backOrder'] | BalanceExplanation['openPO'];
type Demands = BalanceExplanation['reserved'];

function text(place: BalanceExplanation, timeZone: string): string {
  const { onHand, reserved, available, backOrder, openPO, inTransit } = place;
  const at = (instant: Temporal.Instant) => formatInstant(instant, timeZone);
  return [
    `${place.warehouse} ${place.status}${place.addsUp ? '' : '   DOES NOT ADD UP: run dray verify'}`,
    heading('on hand', onHand, 'movements, newest first'),
    ...onHand.parts.map((m) => row(m.quantity, at(m.occurredAt), m.type, m.reference, m.poNumber)),
    heading('reserved', reserved, 'reservations'),
    ...demandRows(reserved, at),
    `  available    ${available}   on hand less reserved`,
    heading('backorder', backOrder, 'waiting demands, in the order of the queue'),
    ...demandRows(backOrder, at),
    heading('open PO', openPO, 'lines still to come'),
    ...expectationRows(openPO),
    heading('in transit', inTransit, 'lines of transfers that have left'),
    ...expectationRows(inTransit),
  ].join('\n');
}

function heading(name: string, quantity: Documents | BalanceExplanation['onHand'], of: string): string {
  const { kept, sum, count, parts } = quantity;
  const listedOf = parts.length < count ? `, ${parts.length} listed` : '';
  const fault = kept === sum ? '' : `   BUT THEY ADD UP TO ${sum}`;
  return `  ${name.padEnd(12)} ${kept}   ${count} ${of}${listedOf}${fault}`;
}

const demandRows = ({ parts }: Demands, at: (instant: Temporal.Instant) => string): string[] =>
  parts.map((part) => row(part.quantity, nameOf(part), part.state.replace('_', ' '), `since ${at(part.queuedAt)}`));

const expectationRows = ({ parts }: BalanceExplanation['openPO']): string[] =>
  parts.map((part) =>
    row(part.quantity, nameOf(part), `line ${part.line}: ${part.received} of ${part.ordered} received`),
  );

const row = (quantity: number, ...cells: readonly string[]): string =>
  `    ${String(quantity).padStart(9)}  ${cells.filter((cell) => cell !== '').join('  ')}`;

const nameOf = ({ document, subject }: Documents['parts'][number]): string =>
  document === undefined ? subject : `${document.kind} ${document.name} (${document.status})`;
