/** Public interface of the shipping labels slice. */
export { cancelPackage } from './cancel-package.ts';
export { type CarrierAccounts, easypostOptions, openCarrierAccounts } from './carrier-accounts.ts';
export {
  type CarrierConnection,
  carrierConnection,
  carrierConnectionOf,
  carrierModeOf,
  endNoCarrierHolds,
  labelDepsOf,
} from './carrier-connection.ts';
export { type CarrierEventOutcome, openCarrierEventHandler } from './carrier-events.ts';
export { estimateTransitWithCarrier, verifyAddressWithCarrier } from './carrier-queries.ts';
export { carrierWebhookPath, carrierWebhookRoute } from './carrier-webhook.ts';
export { downloadCarrierFile } from './jit/carrier-labels.ts';
export { simulatedLabelScanStep, simulatedLabelScanTime } from './jit/generate-labels.ts';
export { normalizeScannedJitLabelId } from './jit/jit-label-id.ts';
export { findJitLabels, readJitLabels } from './jit/jit-label-store.ts';
export { type PrintFormat, printFormats } from './jit/label-content.ts';
export { findOrdersWithStaleJitLabels } from './jit/label-data-lookup.ts';
export {
  readOrPrintPackedOrderDocument,
  renderManifestDocument,
  storePackedOrderDocument,
} from './jit/order-documents.ts';
export { handlePickupBeforeLabelScan, packScannedJitOrders } from './jit/packing-station.ts';
export { deleteOldPrintedDocuments } from './jit/printed-document-sweep.ts';
export { type JitLabelScan, type JitLabelScanResult, scanJitLabels } from './jit/scan-labels.ts';
export { readScannedJitLabel } from './jit/scanned-label.ts';
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
  buyOrAwaitLabels,
  type LabelDeps,
  labelWorkRelay,
  processLabelWork,
  processLabelWorkOfOrder,
} from './label-work.ts';
export type { ManifestContent } from './manifest-layout.ts';
export { productionEnvironmentStepHandlers } from './production-steps.ts';
export { packedOrderDemandOwner } from './repack-short-orders.ts';
export { labelPackedOrders } from './station-labels.ts';
export { holdStoppedOrders } from './stopped-orders.ts';
export { lookUpQuietPackages } from './tracking-lookups.ts';
export { type OrderToUnpack, unpackOrders } from './unpack-order.ts';
export { verifyBoughtLabels, verifyJitLabels, verifyPrintedDocuments } from './verify.ts';
export { voidLabels } from './void-labels.ts';
