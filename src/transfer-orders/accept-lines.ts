/** Validates lines against the catalog and converts their quantities to units (decisions 10 and 21). Pure. */
import { computeLineUnits, matchEarlierLines } from '../documents/index.ts';
import type { Fault } from '../platform/errors.ts';
import type { ItemEligibilityOptions, Sku } from '../skus/index.ts';
import type {
  AcceptedTransferLine,
  RequestedTransferLine,
  TransferOrderLine,
  TransferOrderPatchLine,
} from './transfer-order.ts';

export const transferItemEligibilityOptions: ItemEligibilityOptions = {
  areRetiredAllowed: true,
  isStoredRequired: true,
};

/**
 * The lines with their units, and the faults of `computeLineUnits`. Retired items are accepted, so that their stock can leave a
 * warehouse; items that the operator does not store are not.
 */
export function acceptTransferLines(
  lines: readonly RequestedTransferLine[],
  skuOf: (itemNo: string) => Sku | undefined,
): { readonly lines: AcceptedTransferLine[]; readonly faults: Fault[] } {
  const read = lines.map((line, index) =>
    computeLineUnits(index, line, skuOf(line.itemNo), transferItemEligibilityOptions),
  );
  return {
    lines: lines.map((line, index) => ({ ...line, units: read[index]?.units ?? 0 })),
    faults: read.flatMap(({ faults }) => faults),
  };
}

/** The new lines of an update. An absent description, unit, tax status or price is that of the matching current line of the item. */
export function inheritTransferLineFields(
  before: readonly TransferOrderLine[],
  lines: readonly TransferOrderPatchLine[],
): RequestedTransferLine[] {
  const earlier = matchEarlierLines(
    before,
    lines.map(({ itemNo }) => itemNo),
  );
  return lines.map((line, index) => {
    const inherited = earlier[index];
    return {
      itemNo: line.itemNo,
      description: line.description ?? inherited?.description ?? '',
      quantity: line.quantity,
      quantityUnit: line.quantityUnit ?? inherited?.quantityUnit ?? 'RETAIL',
      taxStatus: line.taxStatus ?? inherited?.taxStatus ?? '',
      unitPrice: line.unitPrice ?? inherited?.unitPrice,
    };
  });
}
