/** Releases held orders of many customers, or previews the outcome. */
import { createAuditedWriter } from '../operators/index.ts';
import type { Outcome } from '../platform/errors.ts';
import type { OperatorCall, OperatorContext } from '../platform/http/operator-operation.ts';
import {
  type HoldReleaseRights,
  type OrderHoldRelease,
  type OrderHoldReleaseResult,
  previewHoldReleases,
  releaseOrdersFromHold,
} from '../sales-orders/index.ts';
import { type BulkOrderKey, type BulkOutcome, changeOrdersInBulk } from './bulk-changes.ts';
import { holdReleasedAuditEntry } from './order-audit.ts';

interface ReleaseItem extends OrderHoldRelease {
  readonly context: OperatorContext;
}

const orderReleases = createAuditedWriter<ReleaseItem, OrderHoldReleaseResult>(
  {
    name: 'order-index.release-orders',
    maxItems: 125,
    customerNo: ({ customerNo }) => customerNo,
    identities: ({ orderReference }) => [`reference\n${orderReference}`],
    write: releaseOrdersFromHold,
  },
  ({ customerNo }, released) =>
    released.ended.length === 0 ? undefined : holdReleasedAuditEntry(customerNo, released, released.ended),
);

interface BulkHoldRelease {
  readonly orders: readonly (BulkOrderKey & { readonly ExpectedVersion?: string })[];
  readonly rights: HoldReleaseRights;
  readonly note: string | undefined;
  readonly isPreview: boolean;
}

/** One outcome per order, in the sequence of the request. A preview changes nothing and reads one snapshot. */
export async function releaseHoldsInBulk(
  call: Pick<OperatorCall<unknown>, 'environment' | 'context' | 'run'>,
  { orders, rights, note, isPreview }: BulkHoldRelease,
): Promise<BulkOutcome<OrderHoldReleaseResult>[]> {
  const { environment, context } = call;
  const items = orders.map(
    ({
      CustomerNo: customerNo,
      TransactionReferenceNumber: orderReference,
      ExpectedVersion: expectedVersion,
    }): ReleaseItem => ({
      ...context.forCustomer(customerNo),
      ...rights,
      orderReference,
      context,
      ...(note !== undefined && { note }),
      // A preview reports what would end now.
      ...(expectedVersion !== undefined && !isPreview && { expectedVersion }),
    }),
  );
  if (!isPreview) return await changeOrdersInBulk(call, orderReleases, items);
  return (await environment.db.snapshot((reader) => previewHoldReleases(reader, items))).map(
    (outcome: Outcome<OrderHoldReleaseResult>) =>
      'ok' in outcome ? outcome : { message: outcome.refused.reason, retry: false },
  );
}
