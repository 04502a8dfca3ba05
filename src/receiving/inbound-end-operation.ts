/** Operations that end a purchase or transfer order: they cancel it or close it short. */
import Type from 'typebox';
import { orderKeyExample } from '../contract/operator-key-fields.ts';
import type { OrderKey } from '../documents/index.ts';
import { assertPresent } from '../lib/assert.ts';
import { recordAudit, runStationStep } from '../operators/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import { defineOperatorCommand, type OperatorRole } from '../platform/http/operator-operation.ts';
import { inboundOrderKeyFields } from './inbound-fields.ts';

/** An order to end, as the functions of its slice take it. */
interface OrderEnd extends CommandContext {
  readonly name: { readonly customerNo: string; readonly reference: string };
}

interface InboundEnd<Path> {
  readonly path: Path;
  readonly kind: 'purchase order' | 'transfer order';
  /** The status of an ended order. */
  readonly status: 'CANCELED' | 'CLOSED';
  readonly summary: string;
  readonly description: string;
  readonly roles: readonly OperatorRole[];
  /** Describes the error 403: the orders that cannot be ended. */
  readonly forbidden: string;
  end(tx: Tx, orders: readonly OrderEnd[]): Promise<readonly Outcome<Pick<OrderKey, 'orderId'>>[]>;
}

/** An operation that ends one order and records that in the audit, in one transaction. Throws the refusal of `end`. */
export function defineInboundEndOperation<const Path extends `/api/${string}/${string}`>(operation: InboundEnd<Path>) {
  const { path, kind, status, summary, description, roles, forbidden, end } = operation;
  const action = `${kind.replace(' ', '_')}.${status.toLowerCase()}`;
  return defineOperatorCommand({
    path,
    summary,
    description,
    roles,
    request: Type.Object(inboundOrderKeyFields),
    requestExample: orderKeyExample,
    reply: {
      description: `The ${kind} is ${status}.`,
      schema: Type.Object({ Status: Type.String() }),
      example: { Status: status },
    },
    errors: {
      400: 'A field is not valid.',
      403: forbidden,
      404: `The customer has no such ${kind}.`,
    },
    execute: async (call) => {
      const { CustomerNo: customerNo, TransactionReferenceNumber: reference } = call.request;
      await runStationStep(call, async (tx) => {
        const order = { ...call.context.forCustomer(customerNo), name: { customerNo, reference } };
        const outcome = assertPresent((await end(tx, [order]))[0], 'the outcome of a batch of one');
        if ('ok' in outcome) {
          const { orderId: subject } = outcome.ok;
          recordAudit(tx, call.context, { action, subject, customerNo, after: { Status: status } });
        }
        return outcome;
      });
      return { Status: status };
    },
  });
}
