/** The reply of the operator operations that change stock: what the change does to documents. */
import Type from 'typebox';
import { codeField } from '../contract/fields.ts';
import { transactionReferenceExample } from '../contract/transaction-reference.ts';
import type { StockEffects } from './stock-effects.ts';

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
      Kind: 'sales order',
      Name: 'WEB-10021',
      Reference: transactionReferenceExample,
      Effect: 'loses its reservation' as const,
    },
  ],
  More: false,
};

export const toStockEffectsReply = ({ documents, more }: Pick<StockEffects<unknown>, 'documents' | 'more'>) => ({
  Documents: documents.map(({ subject, document, effect }) => ({
    Kind: document?.kind ?? '',
    Name: document?.name ?? '',
    Reference: subject,
    Effect: effect,
  })),
  More: more,
});
