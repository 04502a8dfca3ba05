/** Roles, fields, the reply and the audit that the operator operations which change stock share. */
import Type from 'typebox';
import { assertCustomer } from '../auth/index.ts';
import { codeField, identifierField } from '../contract/fields.ts';
import { transactionReferenceExample } from '../contract/transaction-reference.ts';
import { recordAudit, valueOrThrowAppError } from '../operators/index.ts';
import type { CommandContext } from '../platform/command-context.ts';
import type { Tx } from '../platform/db/db.ts';
import type { Outcome } from '../platform/errors.ts';
import type { OperatorCall, OperatorContext, OperatorRole } from '../platform/http/operator-operation.ts';
import { changeStockWithEffects, type StockEffects } from './stock-effects.ts';

/** The roles that may change stock by hand. */
export const stockEditorRoles: readonly OperatorRole[] = ['lead', 'admin'];

export const stockCustomerField = identifierField('The customer.', { maxLength: 30 });

export const stockPreviewField = Type.Optional(
  Type.Boolean({ description: 'Only returns what the change would do to orders and transfers; nothing is changed.' }),
);

export const StockEffectsReply = Type.Object({
  TransactionReferenceNumber: Type.String({ description: 'Of the change; of a preview: of the request.' }),
  Documents: Type.Array(
    Type.Object({
      Kind: Type.String({ description: '`sales order`, `transfer order`.' }),
      Name: Type.String({ description: 'Its number.' }),
      Reference: Type.String({ description: 'The reference of its creation.' }),
      Effect: codeField('The effect on it.', [
        'loses its reservation',
        'ships short',
        'is reserved elsewhere',
        'is filled',
      ]),
    }),
    { description: 'Orders and transfers that the change affects, those that lose stock first; at most 100.' },
  ),
  More: Type.Boolean({ description: 'More are affected.' }),
});

export const stockEffectsExample = {
  TransactionReferenceNumber: transactionReferenceExample,
  Documents: [
    {
      ...{ Kind: 'sales order', Name: 'WEB-10021', Reference: transactionReferenceExample },
      Effect: 'loses its reservation' as const,
    },
  ],
  More: false,
};

export const stockEffectsReply = ({ documents, more }: Pick<StockEffects<unknown>, 'documents' | 'more'>) => ({
  Documents: documents.map(({ subject, document, effect }) => ({
    ...{ Kind: document?.kind ?? '', Name: document?.name ?? '', Reference: subject, Effect: effect },
  })),
  More: more,
});

interface StockRequest {
  readonly CustomerNo: string;
  readonly Warehouse: string;
  readonly Preview?: boolean;
}

/**
 * Makes a change of stock that a person requests, and records it in the audit; or previews it. Throws `NotFound` for an unknown
 * customer, then the refusal of the change.
 */
export async function changeStockByHand(
  { environment, context, request }: OperatorCall<StockRequest>,
  itemNos: readonly string[],
  change: (tx: Tx, context: CommandContext) => Promise<Outcome<unknown>>,
  action: string,
) {
  const { CustomerNo: customerNo, Warehouse: warehouse, Preview: isPreview = false, ...fields } = request;
  await assertCustomer(environment.db, customerNo);
  const outcome = await changeStockWithEffects(
    environment.db,
    { customerNo, itemNos, isPreview },
    (tx) => change(tx, context.forCustomer(customerNo)),
    (tx) =>
      audit(tx, context, {
        action,
        customerNo,
        subject: itemNos.slice(0, 3).join(' '),
        after: { Warehouse: warehouse, ...fields },
      }),
  );
  return { TransactionReferenceNumber: context.reference, ...stockEffectsReply(valueOrThrowAppError(outcome)) };
}

const audit = (tx: Tx, context: OperatorContext, entry: Parameters<typeof recordAudit>[2]): void =>
  recordAudit(tx, context, entry);

/** The outcome of a batch of one. */
export function singleOutcome<Done>(outcomes: readonly Outcome<Done>[]): Outcome<Done> {
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('a change has no outcome');
  return outcome;
}
