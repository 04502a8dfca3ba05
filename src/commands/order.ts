/** `dray order show` and `dray order cancel`: a single sales order. */
import { Command } from 'commander';
import { createCommandAuditActor, printJson, printResult } from './arguments.ts';
import { writeChangeWithAuditEntry } from './audited.ts';
import {
  type OrderNameOptions,
  parseOrderNameOptions,
  valueOrThrowCliError,
  withOrderNameOptions,
} from './order-options.ts';
import type { OrderReport } from './order-report.ts';
import { withEnvironmentAssertingCustomer } from './rule-options.ts';

export function orderCommand(): Command {
  return new Command('order')
    .description('show or cancel a single sales order')
    .addCommand(
      withOrderNameOptions(new Command('show'))
        .description('show an order, why it has its status, and its timeline')
        .option('--json', 'print one JSON object and nothing else')
        .action(show),
    )
    .addCommand(
      withOrderNameOptions(new Command('cancel'))
        .description(
          'cancel an open order, or one with nothing left to ship (EXCEPTION); its stock goes to waiting orders, and its number is free again',
        )
        .option('--json', 'print {"TransactionReferenceNumber"} and nothing else')
        .action(cancel),
    );
}

/** Maximum entries of the timeline; the newest are shown. */
const maxTimeline = 200;

async function show(options: OrderNameOptions): Promise<void> {
  const { readDueWorkOfSubject } = await import('../platform/due-work-store.ts');
  const { readTimeline } = await import('../platform/log.ts');
  const { readHolds, readOrderDetails, readSalesOrders, findSalesOrderKeysBySelector } = await import(
    '../sales-orders/index.ts'
  );
  const { readPackages } = await import('../warehouse/index.ts');
  const { isWorkedWarehouse, readOperatorSettings } = await import('../operator-settings/index.ts');
  const name = await parseOrderNameOptions(options);
  const shown = await withEnvironmentAssertingCustomer(options, async (environment): Promise<OrderReport> => {
    const { db, config } = environment;
    const [found] = await db.write((tx) => findSalesOrderKeysBySelector(tx, [name]));
    const key = valueOrThrowCliError(found);
    return await db.snapshot(async (reader) => {
      const [order] = await readSalesOrders(reader, [key]);
      if (order === undefined) throw new Error(`order ${key.orderId} no longer exists`);
      const { customerNo, orderId } = order;
      return {
        order,
        timeZone: config.timeZone,
        details: (await readOrderDetails(reader, [order])).get(orderId),
        holds: (await readHolds(reader, [order])).get(orderId) ?? [],
        packages: await readPackages(reader, [order]),
        scheduled: await readDueWorkOfSubject(reader, customerNo, orderId),
        timeline: await readTimeline(reader, customerNo, orderId, maxTimeline),
        isInWorkedWarehouse: isWorkedWarehouse(order.warehouse, await readOperatorSettings(reader)),
      };
    });
  });
  const { toOrderReportJson, formatOrderReport } = await import('./order-report.ts');
  if (options.json) printJson(toOrderReportJson(shown));
  else process.stdout.write(formatOrderReport(shown));
}

async function cancel(options: OrderNameOptions): Promise<void> {
  const { salesOrderCancellationWriter } = await import('../sales-orders/index.ts');
  const { orderCanceledAuditEntry } = await import('../order-index/index.ts');
  const actor = createCommandAuditActor('order cancel');
  const name = await parseOrderNameOptions(options);
  await withEnvironmentAssertingCustomer(options, async (environment) => {
    const request = { customerNo: options.customer, name, endsException: true as const, ...actor };
    const outcome = await writeChangeWithAuditEntry(
      environment.db,
      salesOrderCancellationWriter.write,
      request,
      (done) => orderCanceledAuditEntry(options.customer, done),
    );
    return valueOrThrowCliError(outcome);
  });
  const { reference } = actor;
  printResult(options, { TransactionReferenceNumber: reference }, `order ${options.order} is canceled (${reference})`);
}
