/** Receiving, as other slices, the wiring and the checks see it. */
export { readPendingTransferDepartures, transfersDepartedHook } from './post-receipt.ts';
export {
  listUnannouncedReceiptsAtWarehouse,
  readReceiptIdsOfOrders,
  readReceiptNames,
  readTransferIdsBeingPicked,
} from './receipt-store.ts';
export { type TransferDeparture, unitsDepartingHook } from './source-bins.ts';
export { verifyReceipts } from './verify.ts';
