/** Public interface of the shipping labels slice. */
export {
  type CarrierConnection,
  carrierConnectionOf,
  carrierModeOf,
  labelDepsOf,
  registerCarrierConnection,
} from './carrier-connection.ts';
export { type CarrierEventOutcome, openCarrierEvents } from './carrier-events.ts';
export { estimateWithCarrier, type TransitQuery, verifyWithCarrier } from './carrier-queries.ts';
export { carrierWebhook, carrierWebhookPath } from './carrier-webhook.ts';
export { packingStationStep, packingStationTime } from './jit/generate-labels.ts';
export { customerOfJitLabel, scannedLabelId } from './jit/jit-label-id.ts';
export { readJitLabels } from './jit/jit-label-store.ts';
export { handleUnscannedPickup, scanAtPackingStation } from './jit/packing-station.ts';
export { type LabelScan, type ScannedOrder, scanJitLabels } from './jit/scan-labels.ts';
export { verifyJitLabels } from './jit/verify-jit-labels.ts';
export { type ListedLabel, listLabels, readPendingLabels } from './label-intent-store.ts';
export { labelRelay } from './label-relay.ts';
export { voidUnneededLabels } from './label-requests.ts';
export { type LabelDeps, processLabels, processLabelsOfOrder } from './label-work.ts';
export { endNoCarrierHolds } from './no-carrier-holds.ts';
export { productionSteps, warehouseSteps } from './production-steps.ts';
export { packedOrderOwner } from './repack-short-orders.ts';
export { verifyBoughtLabels } from './verify.ts';
export { type LabelVoidRequest, type VoidedLabels, voidLabels } from './void-labels.ts';
