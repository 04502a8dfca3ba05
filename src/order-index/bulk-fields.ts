/** Orders and outcomes in requests and replies of operations that change many orders. */
import Type, { type TProperties } from 'typebox';
import { orderKeyExample, orderKeyFields } from '../contract/operator-key-fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { type BulkOrderKey, type BulkOutcome, maxBulkOrders } from './bulk-changes.ts';

export const bulkOrderKeysField = Type.Array(Type.Object(orderKeyFields), {
  minItems: 1,
  maxItems: maxBulkOrders,
  description: `At most ${maxBulkOrders} orders, of any customers.`,
});

export const bulkOrderKeysExample = [orderKeyExample];

export const isRetryableOutcome = (outcome: BulkOutcome<unknown>): boolean => 'message' in outcome && outcome.retry;

/** The outcomes in a reply, each with these fields of the operation. */
export const bulkOutcomesField = <Fields extends TProperties>(fields: Fields) =>
  Type.Array(
    Type.Object({
      CustomerNo: Type.String(),
      TransactionReferenceNumber: Type.String(),
      ...fields,
      Message: Type.String(),
      Retry: Type.Boolean({ description: 'Whether the server failed to change this order: send it again.' }),
    }),
  );

export const bulkOutcomesExample = <Described extends { readonly Message: string }>(described: Described) => [
  { ...orderKeyExample, ...described, Retry: false },
];

/** One outcome per order, in their sequence, as replies have them. */
export function toBulkOutcomeRecords<Done, Described extends { readonly Message: string }>(
  orders: readonly BulkOrderKey[],
  outcomes: readonly BulkOutcome<Done>[],
  describe: (outcome: BulkOutcome<Done>, index: number) => Described,
) {
  return outcomes.map((outcome, index) => {
    const { CustomerNo, TransactionReferenceNumber } = assertPresent(orders[index], 'the order of an outcome');
    return { CustomerNo, TransactionReferenceNumber, ...describe(outcome, index), Retry: isRetryableOutcome(outcome) };
  });
}
