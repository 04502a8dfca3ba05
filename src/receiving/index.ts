/** Receiving, as the wiring and the checks see it. */
export { departedTransfers } from './post-receipt.ts';
export { listUnannouncedAt, readTransfersBeingPicked } from './receipt-store.ts';
export { departingUnits, type TransferDeparture } from './source-bins.ts';
export { verifyReceipts } from './verify.ts';
