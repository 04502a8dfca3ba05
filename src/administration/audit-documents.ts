/** The documents that entries of the audit are about: their own numbers, by which people know them. */
import Type, { type Static } from 'typebox';
import { isUuid } from '../lib/uuid.ts';
import type { AuditRow } from '../operators/index.ts';
import {
  findInboundOrderKeysByNumbers,
  findItemNosInAnyCase,
  findOrderKeysByOrderNos,
  findReturnsByRma,
} from '../order-index/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { readPurchaseOrders } from '../purchase-orders/index.ts';
import { readReceiptIdsOfOrders, readReceiptNames } from '../receiving/index.ts';
import { readReturns } from '../returns/index.ts';
import { readOrderHeaders } from '../sales-orders/index.ts';
import { readTransferOrders } from '../transfer-orders/index.ts';

export const AuditDocument = Type.Object({
  Kind: Type.Enum(['SalesOrder', 'PurchaseOrder', 'TransferOrder', 'Return']),
  Number: Type.String({ description: 'The number that people know it by.' }),
  TransactionReferenceNumber: Type.String({ description: 'The reference of its page.' }),
});

type Document = Static<typeof AuditDocument>;
type AuditSubject = Pick<AuditRow, 'action' | 'subject' | 'for_customer'>;

/** Which entries a reader finds documents of: the nouns of their actions. */
const readers: readonly {
  readonly nouns: readonly string[];
  readonly read: (reader: DbReader, keys: readonly DocumentKey[]) => Promise<readonly (readonly [string, Document])[]>;
}[] = [
  {
    nouns: ['sales_order', 'order', 'hold', 'package', 'jit_label'],
    read: async (reader, keys) =>
      (await readOrderHeaders(reader, keys.map(orderKeyOf))).map(({ orderId, orderNo }) => [
        orderId,
        { Kind: 'SalesOrder', Number: orderNo, TransactionReferenceNumber: orderId },
      ]),
  },
  {
    nouns: ['purchase_order'],
    read: async (reader, keys) =>
      (await readPurchaseOrders(reader, keys.map(orderKeyOf))).map(({ orderId, number }) => [
        orderId,
        { Kind: 'PurchaseOrder', Number: number, TransactionReferenceNumber: orderId },
      ]),
  },
  {
    nouns: ['transfer_order'],
    read: async (reader, keys) =>
      (await readTransferOrders(reader, keys.map(orderKeyOf))).map(({ orderId, number }) => [
        orderId,
        { Kind: 'TransferOrder', Number: number, TransactionReferenceNumber: orderId },
      ]),
  },
  {
    nouns: ['return'],
    read: async (reader, keys) =>
      (
        await readReturns(
          reader,
          keys.map(({ customerNo, id: returnId }) => ({ customerNo, returnId })),
        )
      ).map(({ returnId, rmaNumber }) => [
        returnId,
        { Kind: 'Return', Number: rmaNumber, TransactionReferenceNumber: returnId },
      ]),
  },
  {
    nouns: ['receipt'],
    read: async (reader, keys) =>
      (
        await readReceiptNames(
          reader,
          keys.map(({ customerNo, id: receiptId }) => ({ customerNo, receiptId })),
        )
      ).flatMap(({ receiptId, kind, orderId, orderNumber }) =>
        orderId === undefined
          ? []
          : [
              [
                receiptId,
                {
                  Kind: kind.startsWith('transfer') ? 'TransferOrder' : 'PurchaseOrder',
                  Number: orderNumber,
                  TransactionReferenceNumber: orderId,
                },
              ],
            ],
      ),
  },
];

interface DocumentKey {
  readonly customerNo: string;
  readonly id: string;
}

const orderKeyOf = ({ customerNo, id: orderId }: DocumentKey) => ({ customerNo, orderId });

/**
 * Returns the documents that entries are about, by subject. Entries about anything else, and documents that do not exist, are not in it.
 * At most one read for each kind of document.
 */
export async function readAuditDocuments(
  reader: DbReader,
  entries: readonly AuditSubject[],
): Promise<ReadonlyMap<string, Document>> {
  const found = await Promise.all(
    readers.map(async ({ nouns, read }) => {
      const keys = entries.flatMap(({ action, subject: id, for_customer: customerNo }) =>
        customerNo !== null && isUuid(id) && nouns.includes(action.split('.', 1)[0] as string)
          ? [{ customerNo, id }]
          : [],
      );
      const unique = [...new Map(keys.map((key) => [key.id, key])).values()];
      return unique.length === 0 ? [] : await read(reader, unique);
    }),
  );
  return new Map(found.flat());
}

/**
 * The subjects of entries that people name by these texts: the texts themselves, the ids of documents with these numbers, of the receipts of
 * purchase and transfer orders among them, and items in the letter case in which they were created. A fixed number of statements.
 */
export async function findAuditSubjects(reader: DbReader, texts: readonly string[]): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const [orders, inbound, returns, items] = await Promise.all([
    findOrderKeysByOrderNos(reader, texts),
    findInboundOrderKeysByNumbers(reader, texts),
    findReturnsByRma(reader, texts),
    findItemNosInAnyCase(reader, texts),
  ]);
  const receipts = await readReceiptIdsOfOrders(reader, inbound);
  return [
    ...new Set([
      ...texts,
      ...[...orders, ...inbound].map(({ orderId }) => orderId),
      ...receipts.map(({ receiptId }) => receiptId),
      ...returns.map(({ returnId }) => returnId),
      ...items,
    ]),
  ];
}
