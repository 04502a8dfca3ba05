/** The warehouse, as the other slices see it. */
export {
  type CarrierConnection,
  carrierConnectionOf,
  carrierModeOf,
  labelDepsOf,
  registerCarrierConnection,
} from './carrier-account.ts';
export { type CarrierEventOutcome, openCarrierEvents } from './carrier-events.ts';
export { estimateWithCarrier, noCarrierResult, type TransitQuery, verifyWithCarrier } from './carrier-queries.ts';
export { recordScans } from './carrier-scans.ts';
export {
  removeCarrierRule,
  removeWarehouseAddress,
  setCarrierRule,
  setWarehouseAddress,
} from './carrier-settings.ts';
export { readOwnCarrierRules, readWarehouseAddresses } from './carrier-settings-store.ts';
export { carrierWebhook, carrierWebhookPath } from './carrier-webhook.ts';
export { completePickup, type Pickup, type PickupCompleted } from './complete-pickup.ts';
export {
  type CarrierMode,
  estimateDeliveryDate,
  linesToPack,
  operatorHolidays,
  planPackages,
  planShipDate,
  sandboxPackages,
  warehouseOf,
} from './floor.ts';
export {
  type FulfillmentBatch,
  type OrderWithPackages,
  packOrders,
  shipPackages,
  startProcessing,
} from './fulfillment.ts';
export { type ListedLabel, listLabels, readIntentsOfOrders, readPendingLabels } from './label-intent-store.ts';
export { packBoughtLabels } from './label-packing.ts';
export {
  carrierCause,
  isForAdults,
  isInForce,
  type LabelIntent,
  labelsAreCurrent,
  packageOfIntent,
  type WarehouseAddress,
} from './label-plan.ts';
export { labelRelay } from './label-relay.ts';
export { requestLabels, voidUnneededLabels } from './label-requests.ts';
export { verifyBoughtLabels } from './label-verify.ts';
export { type LabelDeps, processLabels, processLabelsOfOrder } from './label-work.ts';
export { endNoCarrierHolds } from './no-carrier-holds.ts';
export { hasEstimates, isLive, lastPackageNo, type Package, type PackageItem, type PackageScan } from './package.ts';
export { rollUpPackages } from './package-blocks.ts';
export { verifyPackageBlocks } from './package-blocks-verify.ts';
export { type PackageFilter, readPackagePage } from './package-pages.ts';
export { readPackages } from './package-store.ts';
export { icePacksOf } from './packing.ts';
export { packedOrderOwner } from './repack-short-orders.ts';
export { destinationZip, type ShipTo, shipTo } from './ship-to.ts';
export { productionSteps, warehouseSteps } from './steps.ts';
export { unpackOrder } from './unpack-order.ts';
export { verifyPackages } from './verify.ts';
