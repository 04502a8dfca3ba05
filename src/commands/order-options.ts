/** Options that name one sales order, by its number or by a reference. */
import type { Command } from 'commander';
import { CliError } from '../platform/cli-error.ts';
import type { EnvironmentName } from '../platform/environment.ts';
import type { Outcome } from '../platform/errors.ts';
import type { SalesOrderSelector } from '../sales-orders/index.ts';
import { environmentOption } from './arguments.ts';

export interface OrderNameOptions {
  readonly environment: EnvironmentName;
  readonly customer: string;
  readonly order: string;
  readonly shipmentKey?: string;
  readonly json?: true;
}

/** Adds the options that name an order. */
export function withOrderNameOptions(command: Command): Command {
  return command
    .addOption(environmentOption().makeOptionMandatory())
    .requiredOption('--customer <CustomerNo>', 'the customer')
    .requiredOption('--order <order>', 'its OrderNo, or any TransactionReferenceNumber returned for it')
    .option('--shipment-key <key>', 'which of the shipments that share the OrderNo');
}

/** The order that the options name. A UUID is a transaction reference, any other text an OrderNo. */
export async function parseOrderNameOptions({
  customer: customerNo,
  order,
  shipmentKey,
}: OrderNameOptions): Promise<SalesOrderSelector> {
  const { isUuid } = await import('../lib/uuid.ts');
  return isUuid(order) ? { customerNo, reference: order } : { customerNo, orderNo: order, shipmentKey };
}

/** The value of a successful outcome. Throws a `CliError` otherwise: exit code 2 for an invalid value, else 1. */
export function valueOrThrowCliError<Done>(outcome: Outcome<Done> | undefined): Done {
  if (outcome === undefined) throw new CliError('the command returned nothing');
  if ('ok' in outcome) return outcome.ok;
  throw new CliError(outcome.refused.reason, outcome.refused.code === 'ValidationFailed' ? 2 : 1);
}
