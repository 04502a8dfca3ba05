/** Orders/Cancel: cancel open orders of any customers. */
import Type from 'typebox';
import { uuidv7 } from '../../lib/uuid.ts';
import { createAuditedWriter, readSubjectsChangedByEarlierRuns } from '../../operators/index.ts';
import {
  defineOperatorCommand,
  type OperatorCall,
  type OperatorContext,
} from '../../platform/http/operator-operation.ts';
import {
  findSalesOrderKeysBySelector,
  type SalesOrderCancellationResult,
  salesOrderCancellationWriter,
} from '../../sales-orders/index.ts';
import { type BulkOutcome, changeOrdersInBulk } from '../bulk-changes.ts';
import {
  bulkOrderKeysExample,
  bulkOrderKeysField,
  bulkOutcomesExample,
  bulkOutcomesField,
  toBulkOutcomeRecords,
} from '../bulk-fields.ts';
import { orderCanceledAuditEntry } from '../order-audit.ts';

type Cancellation = Parameters<typeof salesOrderCancellationWriter.customerNo>[0] & {
  readonly context: OperatorContext;
};

const cancellations = createAuditedWriter<Cancellation, SalesOrderCancellationResult>(
  salesOrderCancellationWriter,
  ({ customerNo }, canceled) => orderCanceledAuditEntry(customerNo, canceled),
);

export const ordersCancelOperation = defineOperatorCommand({
  path: '/api/Orders/Cancel',
  isResumable: true,
  summary: 'Cancel orders',
  description:
    'Cancels orders that are still open, and those of which nothing is left to ship (`EXCEPTION`): their stock, numbers and holds are released. Each order has one outcome, in the sequence of the request; one does not affect another.',
  roles: ['service', 'admin'],
  request: Type.Object({ Orders: bulkOrderKeysField }),
  requestExample: { Orders: bulkOrderKeysExample },
  reply: {
    description: 'One outcome per order.',
    schema: Type.Object({ Outcomes: bulkOutcomesField({ Canceled: Type.Boolean() }) }),
    example: { Outcomes: bulkOutcomesExample({ Canceled: true, Message: 'Canceled.' }) },
  },
  errors: { 400: 'No order, too many orders, or a reference that is not one.' },
  execute: async (call) => {
    const { context, request } = call;
    const { Orders: orders } = request;
    const items = orders.map(({ CustomerNo: customerNo, TransactionReferenceNumber }): Cancellation => {
      const name = { customerNo, reference: TransactionReferenceNumber };
      // A reference identifies one order from now on, so each change has its own.
      return { ...context.forCustomer(customerNo), reference: uuidv7(), name, endsException: true, context };
    });
    const outcomes = await changeOrdersInBulk(call, cancellations, items);
    const canceledBefore = await findCanceledBefore(call, items, outcomes);
    return {
      Outcomes: toBulkOutcomeRecords(orders, outcomes, (outcome, index) =>
        'ok' in outcome || canceledBefore.has(index)
          ? { Canceled: true, Message: 'Canceled.' }
          : { Canceled: false, Message: outcome.message },
      ),
    };
  },
});

/** The indexes of failed outcomes whose orders were canceled since the first run of the request: by an earlier run, or by another request of the operator. */
async function findCanceledBefore(
  { environment: { db }, context, run }: Pick<OperatorCall<unknown>, 'environment' | 'context' | 'run'>,
  items: readonly Cancellation[],
  outcomes: readonly BulkOutcome<SalesOrderCancellationResult>[],
): Promise<ReadonlySet<number>> {
  const canceled = await readSubjectsChangedByEarlierRuns(db, context, run, 'order.canceled');
  if (canceled.size === 0) return new Set();
  const left = [...outcomes.keys()].filter((index) => 'message' in (outcomes[index] as (typeof outcomes)[number]));
  const orders = await findSalesOrderKeysBySelector(
    db,
    left.map((index) => (items[index] as Cancellation).name),
  );
  const wasCanceled = (order: (typeof orders)[number] | undefined) =>
    order !== undefined && 'ok' in order && canceled.has(order.ok.orderId);
  return new Set(left.filter((_, nth) => wasCanceled(orders[nth])));
}
