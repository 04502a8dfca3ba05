/** Releases held orders of many customers, or previews the outcome. */
import { audited } from '../operators/index.ts';
import type { Outcome } from '../platform/errors.ts';
import type { OperatorCall, OperatorContext } from '../platform/http/operator-operation.ts';
import {
  type HoldReleaseRights,
  type OrderHoldRelease,
  type OrderHoldReleaseResult,
  previewHoldReleases,
  releaseOrdersFromHold,
} from '../sales-orders/index.ts';
import { type BulkOutcome, changeOrders, type NamedOrder } from './bulk-changes.ts';
import { holdReleasedEntry } from './order-audit.ts';

interface ReleaseItem extends OrderHoldRelease {
  readonly context: OperatorContext;
}

const orderReleases = audited<ReleaseItem, OrderHoldReleaseResult>(
  {
    name: 'order-index.release-orders',
    maxItems: 125,
    customerNo: ({ customerNo }) => customerNo,
    identities: ({ orderReference }) => [`reference\n${orderReference}`],
    write: releaseOrdersFromHold,
  },
  ({ customerNo }, released) =>
    released.ended.length === 0 ? undefined : holdReleasedEntry(customerNo, released, released.ended),
);

export interface ReleaseRequest {
  readonly orders: readonly NamedOrder[];
  readonly rights: HoldReleaseRights;
  readonly note: string | undefined;
  readonly isPreview: boolean;
}

/** One outcome per order, in the sequence of the request. A preview changes nothing. */
export async function releaseMany(
  call: Pick<OperatorCall<unknown>, 'environment' | 'context' | 'run'>,
  { orders, rights, note, isPreview }: ReleaseRequest,
): Promise<BulkOutcome<OrderHoldReleaseResult>[]> {
  const { environment, context } = call;
  const items = orders.map(
    ({ CustomerNo: customerNo, TransactionReferenceNumber: orderReference }): ReleaseItem => ({
      ...context.forCustomer(customerNo),
      ...rights,
      orderReference,
      context,
      ...(note !== undefined && { note }),
    }),
  );
  if (!isPreview) return await changeOrders(call, orderReleases, items);
  return (await environment.db.snapshot((reader) => previewHoldReleases(reader, items))).map(
    (outcome: Outcome<OrderHoldReleaseResult>) =>
      'ok' in outcome ? outcome : { message: outcome.refused.reason, retry: false },
  );
}
