/** Public interface of the shipping labels slice. */
export { type CarrierAccounts, easypostOptions, openCarrierAccounts } from './carrier-accounts.ts';
export {
  type CarrierConnection,
  carrierConnection,
  carrierConnectionOf,
  carrierModeOf,
  endNoCarrierHolds,
  labelDepsOf,
} from './carrier-connection.ts';
export { type CarrierEventOutcome, openCarrierEvents } from './carrier-events.ts';
export { estimateWithCarrier, type TransitQuery, verifyWithCarrier } from './carrier-queries.ts';
export { carrierWebhook, carrierWebhookPath } from './carrier-webhook.ts';
export { downloadCarrierFile } from './jit/carrier-labels.ts';
export { packingStationStep, packingStationTime } from './jit/generate-labels.ts';
export { customerOfJitLabel, scannedLabelId } from './jit/jit-label-id.ts';
export { findJitLabels, readJitLabels } from './jit/jit-label-store.ts';
export { type PrintFormat, printFormats } from './jit/label-content.ts';
export { readStaleJitLabels } from './jit/label-data.ts';
export { manifestDocument, packedOrderDocument, storePackedDocument } from './jit/order-documents.ts';
export { handleUnscannedPickup, scanAtPackingStation } from './jit/packing-station.ts';
export { deleteOldDocuments } from './jit/printed-document-sweep.ts';
export { type LabelScan, type ScannedOrder, scanJitLabels } from './jit/scan-labels.ts';
export {
  type BoughtShipment,
  countLabels,
  findVoidedShipments,
  type ListedLabel,
  listLabelPage,
  listLabels,
  readBoughtShipments,
} from './label-intent-store.ts';
export { isForAdults, labelStates, retryDelayMinutes } from './label-plan.ts';
export { voidUnneededLabels } from './label-requests.ts';
export { awaitLabels, type LabelDeps, labelRelay, processLabels, processLabelsOfOrder } from './label-work.ts';
export type { ManifestContent } from './manifest-layout.ts';
export { productionSteps } from './production-steps.ts';
export { packedOrderOwner } from './repack-short-orders.ts';
export { labelPackedOrders, type PackedOrder } from './station-labels.ts';
export { type OrderToUnpack, unpackOrders } from './unpack-order.ts';
export { verifyBoughtLabels, verifyJitLabels, verifyPrintedDocuments } from './verify.ts';
export { type LabelVoidRequest, type VoidedLabels, voidLabels } from './void-labels.ts';
