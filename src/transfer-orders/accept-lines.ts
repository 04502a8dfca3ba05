/** Which lines the catalog accepts, and how many units they come to (decisions 10 and 21). Pure. */
import type { Fault } from '../platform/errors.ts';
import type { Sku } from '../skus/index.ts';
import type {
  AcceptedTransferLine,
  TransferOrderDraftLine,
  TransferOrderLine,
  TransferOrderPatchLine,
} from './transfer-order.ts';

/** The most units that a line may come to. */
const maxUnits = 2_147_483_647;

/** The fault of an item that cannot be transferred, undefined for one that can. `known`: it stands on the order already. */
export function transferItemFault(
  index: number,
  itemNo: string,
  sku: Sku | undefined,
  known: boolean,
): Fault | undefined {
  const field = `ItemsInfo[${index}].ItemNo`;
  const named = JSON.stringify(itemNo);
  if (sku === undefined) return { field, code: 'UnknownItem', message: `${named} is not an item of this customer` };
  if (sku.retired && !known) return { field, code: 'RetiredItem', message: `${named} is retired` };
  if (sku.storage === 'service') return undefined;
  const kept = sku.storage === 'virtual' ? 'is virtual' : 'is kept in storage of the client';
  return { field, code: 'ItemNotStored', message: `${named} ${kept}: the operator has no stock of it` };
}

/**
 * The lines in units, with the faults of those that the catalog refuses: `UnknownItem`, `RetiredItem`,
 * `ItemNotStored`, `CaseUnknown` (cases of an item that has no NumBottleInEachCase), `Maximum`. A retired item passes
 * where it stands on the order already: it was accepted before it was retired.
 */
export function acceptTransferLines(
  lines: readonly TransferOrderDraftLine[],
  skuOf: (itemNo: string) => Sku | undefined,
  known: ReadonlySet<string> = new Set(),
): { readonly lines: AcceptedTransferLine[]; readonly faults: Fault[] } {
  const faults: Fault[] = [];
  const accepted = lines.map((line, index): AcceptedTransferLine => {
    const { itemNo, quantity, quantityUnit } = line;
    const sku = skuOf(itemNo);
    const fault = transferItemFault(index, itemNo, sku, known.has(itemNo));
    if (fault !== undefined) faults.push(fault);
    const perCase = quantityUnit === 'WHOLESALE' ? sku?.bottlesPerCase : 1;
    if (perCase === undefined && sku !== undefined) {
      const field = `ItemsInfo[${index}].QuantityUnit`;
      faults.push({
        field,
        code: 'CaseUnknown',
        message: `is WHOLESALE, but item ${itemNo} has no NumBottleInEachCase`,
      });
    }
    const units = quantity * (perCase ?? 1);
    if (units > maxUnits) {
      const message = 'is more than can be counted, in units of the item';
      faults.push({ field: `ItemsInfo[${index}].ItemQuantity`, code: 'Maximum', message });
    }
    return { ...line, units };
  });
  return { lines: accepted, faults };
}

/**
 * The lines that replace the order's, each with the unit, status and price that its item had (decision 12). Where an
 * item stands on several lines its n-th line follows the n-th before.
 */
export function inheritLineFields(
  before: readonly TransferOrderLine[],
  lines: readonly TransferOrderPatchLine[],
): TransferOrderDraftLine[] {
  const earlier = Map.groupBy(before, (line) => line.itemNo);
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const count = seen.get(line.itemNo) ?? 0;
    seen.set(line.itemNo, count + 1);
    const same = earlier.get(line.itemNo);
    const kept = same?.[count] ?? same?.[0];
    return {
      itemNo: line.itemNo,
      description: line.description,
      quantity: line.quantity,
      quantityUnit: line.quantityUnit ?? kept?.quantityUnit ?? 'RETAIL',
      taxStatus: line.taxStatus ?? kept?.taxStatus ?? '',
      unitPrice: line.unitPrice ?? kept?.unitPrice,
    };
  });
}
