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

/** The subject of an entry, as the key of whatever it may be. */
interface SubjectKey {
  readonly customerNo: string;
  readonly orderId: string;
  readonly returnId: string;
  readonly receiptId: string;
}

/** A subject and its document, by default the subject itself. */
const documentOf = (subject: string, kind: Document['Kind'], number: string, reference = subject) =>
  [subject, { Kind: kind, Number: number, TransactionReferenceNumber: reference }] as const;

/** Which entries a reader finds documents of: the nouns of their actions. */
const readers: readonly {
  readonly nouns: readonly string[];
  readonly read: (reader: DbReader, keys: readonly SubjectKey[]) => Promise<ReturnType<typeof documentOf>[]>;
}[] = [
  {
    nouns: ['sales_order', 'order', 'hold', 'package', 'jit_label'],
    read: async (reader, keys) =>
      (await readOrderHeaders(reader, keys)).map(({ orderId, orderNo }) => documentOf(orderId, 'SalesOrder', orderNo)),
  },
  {
    nouns: ['purchase_order'],
    read: async (reader, keys) =>
      (await readPurchaseOrders(reader, keys)).map(({ orderId, number }) =>
        documentOf(orderId, 'PurchaseOrder', number),
      ),
  },
  {
    nouns: ['transfer_order'],
    read: async (reader, keys) =>
      (await readTransferOrders(reader, keys)).map(({ orderId, number }) =>
        documentOf(orderId, 'TransferOrder', number),
      ),
  },
  {
    nouns: ['return'],
    read: async (reader, keys) =>
      (await readReturns(reader, keys)).map(({ returnId, rmaNumber }) => documentOf(returnId, 'Return', rmaNumber)),
  },
  {
    nouns: ['receipt'],
    read: async (reader, keys) =>
      (await readReceiptNames(reader, keys)).flatMap(({ receiptId, kind, orderId, orderNumber }) =>
        orderId === undefined
          ? []
          : [
              documentOf(
                receiptId,
                kind.startsWith('transfer') ? 'TransferOrder' : 'PurchaseOrder',
                orderNumber,
                orderId,
              ),
            ],
      ),
  },
];

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
          ? [{ customerNo, orderId: id, returnId: id, receiptId: id }]
          : [],
      );
      const unique = [...new Map(keys.map((key) => [key.orderId, key])).values()];
      return unique.length === 0 ? [] : await read(reader, unique);
    }),
  );
  return new Map(found.flat());
}

/**
 * The subjects of entries that people name by these texts: the texts themselves, the ids of documents with these numbers, of the receipts of
 * purchase and transfer orders among them, and items in the letter case in which they were created. A fixed number of statements.
 * @param customerNos whose documents; empty: those of all. Numbers of documents are those of many customers.
 */
export async function findAuditSubjects(
  reader: DbReader,
  texts: readonly string[],
  customerNos: readonly string[],
): Promise<readonly string[]> {
  if (texts.length === 0) return [];
  const owners = customerNos.length === 0 ? undefined : customerNos;
  const [orders, inbound, returns, items] = await Promise.all([
    findOrderKeysByOrderNos(reader, texts, owners),
    findInboundOrderKeysByNumbers(reader, texts, owners),
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
