/**
 * Exposes the internal operations that change stock as operator operations: a lead or an admin changes the stock of a customer by
 * hand, or previews what the change does to orders.
 */
import Type, { type Static, type TObject, type TProperties } from 'typebox';
import { readCustomer } from '../auth/index.ts';
import { identifierField } from '../contract/fields.ts';
import { assertPresent } from '../lib/assert.ts';
import { recordAudit, valueOrThrowAppError } from '../operators/index.ts';
import type { InternalChangeOperation } from '../platform/http/internal-operation.ts';
import { defineOperatorCommand, type OperatorCommand } from '../platform/http/operator-operation.ts';
import type { PostedReference } from './posting-requests.ts';
import { StockEffectsReply, stockEffectsExample, toStockEffectsReply } from './stock-effect-fields.ts';
import { changeStockAndReportEffects } from './stock-effects.ts';

export const stockCustomerField = identifierField('The customer.', { maxLength: 30 });

const customerFields = { CustomerNo: stockCustomerField };
const previewFields = {
  Preview: Type.Optional(
    Type.Boolean({ description: 'Only returns what the change would do to orders and transfers; nothing is changed.' }),
  ),
};

interface Exposure<Path, Fields, Item> {
  readonly path: Path;
  readonly summary?: string;
  readonly description: string;
  /** Beside those of the internal operation. */
  readonly fields?: Fields;
  /** Without the customer. */
  readonly requestExample?: object;
  /** `noun.verb` of the audit: `inventory.adjusted`. */
  readonly action: string;
  /** The items whose stock changes. */
  readonly itemNos: (change: Item) => readonly string[];
}

// biome-ignore lint/suspicious/noExplicitAny: internal operations of every shape; each is checked where it is defined
type Any = any;
type StockRequest<Props, Fields> = TObject<typeof customerFields & Props & Fields & typeof previewFields>;

/**
 * Defines the operator operation of an internal stock change, with `Preview` and a reply that names the affected
 * documents. It is audited in the transaction of the change, with the request as its new values.
 */
export function defineOperatorStockChange<
  const Path extends `/api/Inventory/${string}`,
  Props extends TProperties,
  Item,
  Fields extends TProperties = Record<never, never>,
>(
  operation: InternalChangeOperation<TObject<Props>, Any, Item, PostedReference>,
  exposure: Exposure<Path, Fields, Item>,
): OperatorCommand<Path, StockRequest<Props, Fields>, typeof StockEffectsReply> {
  const { change, check, errors, request } = operation;
  const { path, summary = operation.summary, description, fields, action, itemNos } = exposure;
  const example = { CustomerNo: 'W1001', ...(exposure.requestExample ?? operation.requestExample) };
  return defineOperatorCommand<Path, StockRequest<Props, Fields>, typeof StockEffectsReply>({
    path,
    summary,
    description,
    roles: ['lead', 'admin'],
    request: Type.Object({ ...customerFields, ...request.properties, ...fields, ...previewFields }) as Any,
    requestExample: example as Any,
    reply: {
      description: 'Posted, and what it does to orders.',
      schema: StockEffectsReply,
      example: stockEffectsExample,
    },
    errors: { 400: errors[400] ?? 'A field is not valid.', 404: 'There is no such customer.' },
    ...(check !== undefined && { check: check as Any }),
    execute: async ({ environment, context, request: given }) => {
      const { CustomerNo: customerNo, Preview: isPreview = false, ...changed } = given as Any;
      const { name: customerName } = await readCustomer(environment.db, customerNo);
      const item = await change.item({
        environment,
        caller: { customerNo, customerName, userKey: context.actor },
        context: context.forCustomer(customerNo),
        request: changed as Static<TObject<Props>>,
      });
      const items = itemNos(item);
      const outcome = await changeStockAndReportEffects(
        environment.db,
        { customerNo, itemNos: items, isPreview },
        async (tx) => assertPresent((await change.writer.write(tx, [item]))[0], 'the outcome of a batch of one'),
        (tx) => recordAudit(tx, context, { action, customerNo, subject: items.slice(0, 3).join(' '), after: changed }),
      );
      return { TransactionReferenceNumber: context.reference, ...toStockEffectsReply(valueOrThrowAppError(outcome)) };
    },
  });
}
