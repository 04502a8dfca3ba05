/** The items of purchase and transfer orders that the receiving station counts, with their expected units. */
import type { OrderKey } from '../documents/index.ts';
import type { DbReader } from '../platform/db/db.ts';
import { type PurchaseOrder, readPurchaseOrders } from '../purchase-orders/index.ts';
import { formatSkuKey, readSkus, type SkuKey } from '../skus/index.ts';
import { readTransferOrders, type TransferOrder } from '../transfer-orders/index.ts';
import type { CountableReceiptItem, Receipt, ReceiptKind } from './receipt.ts';

interface ExpectedUnits {
  readonly itemNo: string;
  readonly description: string;
  readonly expected: number;
}

/** The units of a purchase order that have not arrived, by line. */
const expectedOfPurchase = ({ lines }: PurchaseOrder): ExpectedUnits[] =>
  lines.map(({ itemNo, description, ordered, received }) => ({ itemNo, description, expected: ordered - received }));

/** The shipped units of a transfer that are still expected. */
const expectedOfArrival = ({ lines }: TransferOrder): ExpectedUnits[] =>
  lines
    .filter(({ shipped }) => shipped > 0)
    .map(({ itemNo, description, shipped, received, short }) => ({
      itemNo,
      description,
      expected: shipped - received - short,
    }));

/** The units that a transfer takes from its source. */
const expectedOfDeparture = ({ lines }: TransferOrder): ExpectedUnits[] =>
  lines.map(({ itemNo, description, units, missing }) => ({ itemNo, description, expected: units - missing }));

/** The items of an order, each once, with the data of the catalog. */
async function itemsOfLines(
  reader: DbReader,
  customerNo: string,
  lines: readonly ExpectedUnits[],
): Promise<CountableReceiptItem[]> {
  const byItem = Map.groupBy(lines, ({ itemNo }) => itemNo);
  const skus = await readSkus(
    reader,
    [...byItem.keys()].map((itemNo) => ({ customerNo, itemNo })),
  );
  return [...byItem].map(([itemNo, own]) => {
    const sku = skus.get(formatSkuKey({ customerNo, itemNo }));
    return {
      itemNo,
      description: own.find(({ description }) => description !== '')?.description ?? sku?.description ?? '',
      uom: sku?.uom ?? '',
      bottlesPerCase: sku?.bottlesPerCase,
      // A surplus of an earlier receipt is on the last line of its item, so a line may be negative.
      expected: Math.max(
        0,
        own.reduce((sum, { expected }) => sum + expected, 0),
      ),
    };
  });
}

/**
 * The items that a receipt may count: those of its order, of an arriving transfer only those that left, or, for a delivery that no
 * order announced, the counted items and `found`.
 */
export async function readCountableReceiptItems(
  reader: DbReader,
  receipt: Receipt,
  found: readonly SkuKey[] = [],
): Promise<CountableReceiptItem[]> {
  const { customerNo, kind, orderId } = receipt;
  if (kind === 'unannounced' || orderId === undefined) {
    const counted = [...receipt.counted, ...receipt.issues].map(({ itemNo }) => itemNo);
    const itemNos = [...new Set([...counted, ...found.map(({ itemNo }) => itemNo)])];
    const lines = itemNos.map((itemNo) => ({ itemNo, description: '', expected: 0 }));
    return (await itemsOfLines(reader, customerNo, lines)).map((item) => ({ ...item, expected: undefined }));
  }
  return await itemsOfLines(reader, customerNo, await readExpected(reader, kind, { customerNo, orderId }));
}

async function readExpected(reader: DbReader, kind: ReceiptKind, key: OrderKey): Promise<ExpectedUnits[]> {
  if (kind === 'purchase order') return (await readPurchaseOrders(reader, [key])).flatMap(expectedOfPurchase);
  const orders = await readTransferOrders(reader, [key]);
  return orders.flatMap(kind === 'transfer in' ? expectedOfArrival : expectedOfDeparture);
}
