/**
 * `dray label list`, `dray label scan` and `dray label void`: purchased labels, and the packing station for JIT orders.
 */
import { Command } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import type { Environment, EnvironmentName } from '../platform/environment.ts';
import { createCommandAuditActor, environmentOption, printJson, printResult } from './arguments.ts';
import { writeChangeWithAuditEntry } from './audited.ts';
import {
  type OrderNameOptions,
  parseOrderNameOptions,
  valueOrThrowCliError,
  withOrderNameOptions,
} from './order-options.ts';
import { parseHoldText, withEnvironmentAssertingCustomer } from './rule-options.ts';
import { withEnvironment } from './session.ts';

export function labelCommand(): Command {
  return new Command('label')
    .description('list and void purchased labels, and scan those of JIT orders')
    .addCommand(
      new Command('list')
        .description(
          'list the labels of an order, or those of a customer that are still to be bought or voided; at most 1,000, the oldest first',
        )
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--customer <CustomerNo>', 'the customer')
        .option('--order <order>', 'its OrderNo, or any TransactionReferenceNumber returned for it')
        .option('--shipment-key <key>', 'which of the shipments that share the OrderNo')
        .option('--json', 'print one JSON array')
        .action(list),
    )
    .addCommand(
      new Command('scan')
        .description('start a JIT order whose stock has arrived with its label, and pack it')
        .addOption(environmentOption().makeOptionMandatory())
        .requiredOption('--label <label>', 'the scanned text: the JITLabelID, or the whole Data Matrix')
        .option('--json', 'print {"TransactionReferenceNumber","CustomerNo","OrderNo","JITLabelID"} and nothing else')
        .action(scan),
    )
    .addCommand(
      withOrderNameOptions(new Command('void'))
        .description(
          'void the labels of an order that has not left; an order that is being processed is then open again and on hold until "hold end"',
        )
        .requiredOption('--reason <text>', 'the reason, shown to the customer')
        .option('--json', 'print {"TransactionReferenceNumber","Labels","Packages","OnHold"} and nothing else')
        .action(voidOrderLabels),
    );
}

type ListOptions = Omit<OrderNameOptions, 'order'> & { readonly order?: string };

async function list(options: ListOptions): Promise<void> {
  const [{ listLabels }, { findSalesOrderKeysBySelector }] = await Promise.all([
    import('../shipping-labels/index.ts'),
    import('../sales-orders/index.ts'),
  ]);
  const { customer, order } = options;
  const labels = await withEnvironmentAssertingCustomer(options, async (environment) => {
    if (order === undefined) return await listLabels(environment.db, customer);
    const name = await parseOrderNameOptions({ ...options, order });
    const [found] = await environment.db.write((tx) => findSalesOrderKeysBySelector(tx, [name]));
    return await listLabels(environment.db, customer, valueOrThrowCliError(found).orderId);
  });
  const shown = labels.map((label) => ({
    OrderNo: label.orderNo,
    PackageNo: label.packageNo,
    State: label.state,
    ShippingCarrier: label.carrier,
    ShippingCarrierService: label.service,
    TrackingNo: label.trackingNo,
    Price: label.price,
    Attempts: label.attempts,
    DueAt: label.dueAt.toString(),
    LastAnswer: label.lastResponse,
  }));
  if (options.json) return printJson(shown);
  for (const { OrderNo, PackageNo, State, TrackingNo, LastAnswer, ...way } of shown) {
    const by = `${way.ShippingCarrier} ${way.ShippingCarrierService}`;
    const parts = [OrderNo.padEnd(20), String(PackageNo).padStart(3), State.padEnd(11), by, TrackingNo, LastAnswer];
    process.stdout.write(`${parts.filter((part) => part !== '').join('  ')}\n`);
  }
  if (shown.length === 0)
    process.stdout.write(
      order === undefined
        ? 'no label is to be bought or voided\n'
        : 'the order has no labels: none was asked for yet, or the simulation shipped it without any\n',
    );
}

interface ScanOptions {
  readonly environment: EnvironmentName;
  readonly label: string;
  readonly json?: true;
}

async function scan(options: ScanOptions): Promise<void> {
  const { readScannedJitLabelId, packScannedJitOrders } = await import('../shipping-labels/index.ts');
  const { carrierModeOf } = await import('../shipping-labels/index.ts');
  const { readOperatorSettings } = await import('../operator-settings/index.ts');
  const { readCustomerClock } = await import('../platform/clock.ts');
  const { recordAudit } = await import('../operators/index.ts');
  const scanned = await withEnvironment(options, async (environment) => {
    const label = await readScannedJitLabelId(environment.db, options.label);
    if (label === undefined) throw new CliError(`${JSON.stringify(options.label)} is not the id of a JIT label`, 2);
    const { customerNo, labelId: scanned } = label;
    // Loads the carrier accounts, by which `carrierModeOf` decides in production.
    await readOperatorSettings(environment.db);
    const carriers = carrierModeOf(environment);
    if (carriers === 'sandbox') {
      throw new CliError('the simulated packing station scans by itself, or with Simulation/ScanJitLabel', 2);
    }
    const request = createCommandAuditActor('label scan');
    const [outcome] = await environment.db.write(async (tx) => {
      const at = await readCustomerClock(tx, customerNo);
      const scans = [{ ...request, customerNo, scanned, at }];
      const outcomes = await packScannedJitOrders(tx, scans, carriers);
      for (const each of outcomes) {
        if ('refused' in each || !each.ok.isNew) continue;
        const { orderId: subject, orderNo: OrderNo } = each.ok.order;
        recordAudit(tx, request, { action: 'jit_label.scanned', subject, customerNo, after: { OrderNo } });
      }
      return outcomes;
    });
    return valueOrThrowCliError(outcome);
  });
  const { order, labelId, isNew, reference } = scanned;
  const { customerNo } = order;
  const { orderNo } = order;
  const shown = { CustomerNo: customerNo, OrderNo: orderNo, JITLabelID: labelId };
  const done = isNew ? 'is started and packed' : 'was scanned before: nothing has changed';
  const line = `order ${orderNo} of ${customerNo} ${done} (${reference})`;
  printResult(options, { TransactionReferenceNumber: reference, ...shown }, line);
}

/** Maximum wait for the carrier; unfinished work continues in the background. */
const carrierTimeoutMs = 30_000;

async function voidOrderLabels(options: OrderNameOptions & { readonly reason: string }): Promise<void> {
  const { voidLabelsAndReopenOrder } = await import('../shipping-labels/index.ts');
  const actor = createCommandAuditActor('label void');
  const { reference } = actor;
  const order = await parseOrderNameOptions(options);
  const done = await withEnvironmentAssertingCustomer(options, async (environment) => {
    const { timeZone } = environment.config;
    const { customerNo } = order;
    const reason = await parseHoldText(options.reason, '--reason');
    const request = { ...actor, customerNo, order, reason, timeZone };
    const outcome = await writeChangeWithAuditEntry(
      environment.db,
      (tx, orders) => Promise.all(orders.map((each) => voidLabelsAndReopenOrder(tx, each))),
      request,
      ({ orderId, labels, packages, wasInWork }) => ({
        action: 'order.labels_voided',
        subject: orderId,
        customerNo,
        after: { Labels: labels, Packages: packages, OnHold: wasInWork, Reason: reason },
      }),
    );
    const voided = valueOrThrowCliError(outcome);
    await submitVoids(environment, { customerNo: options.customer, orderId: voided.orderId });
    return voided;
  });
  const { labels, packages, wasInWork } = done;
  const counts = { Labels: labels, Packages: packages, OnHold: wasInWork };
  const held = wasInWork ? '; the order is open again, and on hold until "hold end"' : '';
  const what = `${labels} ${labels === 1 ? 'label' : 'labels'} of order ${options.order}`;
  const line = `${what} ${labels === 1 ? 'is' : 'are'} voided${held} (${reference})`;
  printResult(options, { TransactionReferenceNumber: reference, ...counts }, line);
}

async function submitVoids(environment: Environment, order: { customerNo: string; orderId: string }): Promise<void> {
  const { labelDepsOf, buyAndVoidDueLabelsOfOrder } = await import('../shipping-labels/index.ts');
  const place = labelDepsOf(environment);
  if (place !== undefined) await buyAndVoidDueLabelsOfOrder(place, order, performance.now() + carrierTimeoutMs);
}
