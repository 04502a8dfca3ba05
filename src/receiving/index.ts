/** Receiving, as other slices, the wiring and the checks see it. */
export { onTransfersDeparted, readUnitsPickedToDepart } from './post-receipt.ts';
export { listUnannouncedReceiptsAt, readTransfersBeingPicked } from './receipt-store.ts';
export { onUnitsDeparting, type TransferDeparture } from './source-bins.ts';
export { verifyReceipts } from './verify.ts';
