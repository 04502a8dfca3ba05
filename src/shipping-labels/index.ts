/** Public interface of the shipping labels slice. */
export { cancelPackage } from './cancel-package.ts';
export { buildEasypostOptions, type CarrierAccountSource, createCarrierAccountSource } from './carrier-accounts.ts';
export {
  type CarrierConnection,
  carrierConnectionOf,
  carrierConnectionPort,
  carrierModeOf,
  endNoCarrierHolds,
  labelDepsOf,
} from './carrier-connection.ts';
export { type CarrierEventOutcome, createCarrierWebhookHandler } from './carrier-events.ts';
export { estimateTransitWithCarrier, verifyAddressWithCarrier } from './carrier-queries.ts';
export { carrierWebhookPath, createCarrierWebhookRoute } from './carrier-webhook.ts';
export { packedOrderDemandOwner } from './demand-owner.ts';
export { downloadCarrierFile } from './jit/carrier-labels.ts';
export { computeSimulatedLabelScanTime, simulatedLabelScanStep } from './jit/generate-labels.ts';
export { normalizeScannedJitLabelId } from './jit/jit-label-id.ts';
export { findJitLabelsById, readJitLabelsOfOrders } from './jit/jit-label-store.ts';
export { type PrintFormat, printFormats } from './jit/label-content.ts';
export { findOrderIdsWithStaleJitLabels } from './jit/label-data-lookup.ts';
export {
  renderManifestAsBase64,
  storeAndRenderPackedOrderDocument,
  storePackedOrderDocument,
} from './jit/order-documents.ts';
export { packJitOrderScannedByCarrier, packScannedJitOrders } from './jit/packing-station.ts';
export { deleteOldPrintedDocuments } from './jit/printed-document-sweep.ts';
export { type JitLabelScan, type JitLabelScanResult, scanJitLabels } from './jit/scan-labels.ts';
export { readScannedJitLabelId } from './jit/scanned-label.ts';
export {
  type BoughtShipment,
  countLabels,
  findVoidedShipments,
  listLabelPage,
  listLabels,
  makePostponedLabelsDue,
  readBoughtShipments,
} from './label-intent-store.ts';
export { computeLabelRetryMinutes, labelStates } from './label-plan.ts';
export { voidLabelsOfOrders } from './label-requests.ts';
export {
  buyAndVoidDueLabels,
  buyAndVoidDueLabelsOfOrder,
  buyOrAwaitLabels,
  createLabelWorkRelay,
  type LabelDeps,
} from './label-work.ts';
export type { ManifestContent } from './manifest-layout.ts';
export { createProductionStepHandlers } from './production-steps.ts';
export { labelPackedOrders } from './station-labels.ts';
export { holdStoppedOrders } from './stopped-orders.ts';
export { refreshTrackingOfQuietPackages } from './tracking-lookups.ts';
export { type OrderToUnpack, unpackOrders } from './unpack-order.ts';
export { verifyCarrierLabels, verifyJitLabels, verifyPrintedDocuments } from './verify.ts';
export { voidLabelsAndReopenOrder } from './void-labels.ts';
export { acknowledgeWrongDeparture } from './wrong-departures.ts';
