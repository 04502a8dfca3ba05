/** Receipts in replies of lists. */
import type { Static } from 'typebox';
import { formatInstant } from '../lib/dates.ts';
import { linesToPost } from './post-receipt.ts';
import { type Receipt, unitsOfReceipt } from './receipt.ts';
import type { ListedReceipt } from './receipt-fields.ts';

export function listedReceipt(receipt: Receipt, customerName: string): Static<typeof ListedReceipt> {
  const { receiptId, kind, customerNo, orderNumber, warehouse, pallet, label, state, person, place, note } = receipt;
  return {
    ...{ Receipt: receiptId, Kind: kind, CustomerNo: customerNo, CustomerName: customerName, OrderNumber: orderNumber },
    ...{ Warehouse: warehouse, Pallet: pallet, Label: label, State: state, Person: person, Place: place, Note: note },
    EndedAt: receipt.endedAt === undefined ? '' : formatInstant(receipt.endedAt),
    Units: unitsOfReceipt(receipt),
    Items: linesToPost(receipt).map(({ itemNo, quantity, status = '' }) => ({
      ...{ ItemNo: itemNo, Units: quantity, InventoryStatus: status },
    })),
  };
}
