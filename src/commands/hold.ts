/**
 * `dray hold place`, `dray hold end` and `dray hold list`: Customer Service holds, other holds that the operator may end, and
 * the orders of a customer on hold.
 */
import { Command, Option } from 'commander';
import { parseInstant, startOfDay } from '../lib/dates.ts';
import { CliError } from '../platform/cli-error.ts';
import type { Outcome } from '../platform/errors.ts';
import { createCommandAuditActor, environmentOption, printJson, printResult } from './arguments.ts';
import { writeChangeWithAuditEntry } from './audited.ts';
import { type OrderNameOptions, parseOrderNameOptions, withOrderNameOptions } from './order-options.ts';
import { parseDayOption, parseHoldText, withEnvironmentAssertingCustomer } from './rule-options.ts';

/** The holds that `hold end` names. */
const holdNames = { 'customer-service': 'Customer Service', winery: 'Winery', address: 'Address' } as const;

export function holdCommand(): Command {
  return new Command('hold')
    .description('put single orders on hold, and list the orders of a customer on hold')
    .addCommand(
      orderHoldCommand(
        'place',
        'put an open order on a Customer Service hold; repeat it to change the reason or the end',
      )
        .requiredOption('--reason <text>', 'the reason, shown to the customer')
        .option('--until <time>', 'when it ends by itself: ISO 8601, or a date (its start)')
        .action(place),
    )
    .addCommand(
      orderHoldCommand('end', 'end a hold that the operator may end; the other holds of the order stay')
        .addOption(
          new Option(
            '--hold <reason>',
            "customer-service (yours, or a carrier's refusal), winery (its own request), address (checked by you)",
          )
            .choices(Object.keys(holdNames))
            .default('customer-service'),
        )
        .option('--note <text>', 'the reason, for the timeline')
        .action(end),
    )
    .addCommand(
      new Command('list')
        .description('list the orders on hold of a customer, oldest first')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--customer <CustomerNo>', 'the customer')
        .option('--json', 'print one JSON array')
        .action(list),
    );
}

function orderHoldCommand(name: string, description: string): Command {
  return withOrderNameOptions(new Command(name))
    .description(description)
    .option('--json', 'print {"TransactionReferenceNumber"} and nothing else');
}

async function place(options: OrderNameOptions & { readonly reason: string; readonly until?: string }): Promise<void> {
  const { operatorHoldPlacementWriter } = await import('../sales-orders/index.ts');
  const { holdPlacedAuditEntry } = await import('../order-index/index.ts');
  const reference = await withEnvironmentAssertingCustomer(options, async (environment) => {
    const { timeZone } = environment.config;
    const placement = {
      ...(await newOrderRequest(options, 'hold place')),
      description: await parseHoldText(options.reason, '--reason'),
      endsAt: options.until === undefined ? undefined : timeOf(options.until, timeZone),
      timeZone,
    };
    const outcome = await writeChangeWithAuditEntry(
      environment.db,
      operatorHoldPlacementWriter.write,
      placement,
      (done) => holdPlacedAuditEntry(placement.customerNo, done),
    );
    return referenceOrCliError(outcome);
  });
  const result = { TransactionReferenceNumber: reference };
  printResult(options, result, `order ${options.order} is on hold (${reference})`);
}

interface EndOptions extends OrderNameOptions {
  readonly hold: keyof typeof holdNames;
  readonly note?: string;
}

async function end(options: EndOptions): Promise<void> {
  const { operatorHoldReleaseWriter } = await import('../sales-orders/index.ts');
  const { holdReleasedAuditEntry } = await import('../order-index/index.ts');
  const reference = await withEnvironmentAssertingCustomer(options, async (environment) => {
    const request = {
      ...(await newOrderRequest(options, 'hold end')),
      hold: holdNames[options.hold],
      ...(options.note !== undefined && { note: await parseHoldText(options.note, '--note') }),
    };
    const outcome = await writeChangeWithAuditEntry(environment.db, operatorHoldReleaseWriter.write, request, (done) =>
      holdReleasedAuditEntry(request.customerNo, done, done.former),
    );
    return referenceOrCliError(outcome);
  });
  const what = options.hold === 'customer-service' ? 'hold' : `${options.hold} hold`;
  const result = { TransactionReferenceNumber: reference };
  printResult(options, result, `the ${what} of order ${options.order} has ended (${reference})`);
}

async function newOrderRequest(options: OrderNameOptions, command: string) {
  const name = await parseOrderNameOptions(options);
  const { customer: customerNo } = options;
  return { customerNo, name, ...createCommandAuditActor(command) };
}

/** A timestamp in the format of the interface; a date means its start in the operator's time zone. */
function timeOf(text: string, timeZone: string): Temporal.Instant {
  const time = parseInstant(text, timeZone);
  if (time !== undefined) return time;
  return startOfDay(parseDayOption(text, '--until'), timeZone);
}

function referenceOrCliError(outcome: Outcome<{ readonly reference: string }>): string {
  if ('ok' in outcome) return outcome.ok.reference;
  const fault = outcome.refused.faults?.[0];
  throw new CliError(fault === undefined ? outcome.refused.reason : `--until ${fault.message}`);
}

async function list(options: Pick<OrderNameOptions, 'environment' | 'customer' | 'json'>): Promise<void> {
  const { describeHolds, leadingHoldOf, streamOrdersOnHold } = await import('../sales-orders/index.ts');
  const found = await withEnvironmentAssertingCustomer(options, async (environment) => {
    const listed = [];
    for await (const portion of (await streamOrdersOnHold(environment.db, options.customer)) ?? [])
      listed.push(...portion);
    return listed.map(({ order }) => ({
      OrderNo: order.orderNo,
      TransactionReferenceNumber: order.orderId,
      HoldReason: leadingHoldOf(order.holds)?.reason ?? '',
      HoldReasonDescription: describeHolds(order.holds),
    }));
  });
  if (options.json) return printJson(found);
  for (const { OrderNo, HoldReason, HoldReasonDescription } of found) {
    process.stdout.write(`${OrderNo.padEnd(20)} ${HoldReason.padEnd(16)} ${HoldReasonDescription}\n`);
  }
  if (found.length === 0) process.stdout.write('no order is on hold\n');
}
