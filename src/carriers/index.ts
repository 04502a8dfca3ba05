/** Public interface of the carriers slice. */

export { type CarrierGatewayAccount, gatewayOfCarrierAccounts } from './account-gateway.ts';
export {
  addWorkingDays,
  cutoffTime,
  firstAllowedShipDay,
  type Holidays,
  holidaySet,
  instantAt,
  isWorkingDay,
  operatorHolidays,
  shipDateFor,
  workCalendarOfWarehouse,
  workingDayFrom,
} from './calendar.ts';
export { carrierAddressSource } from './carrier-address-source.ts';
export { domesticZipOf } from './choose-rate.ts';
export {
  type CarrierAndService,
  carrierNames,
  carrierServiceFaultText,
  carrierServiceName,
  completeCarrierAndService,
  isWillCall,
  toCarrierAndService,
} from './codes.ts';
export { type EasypostOptions, easypostGateway } from './easypost/gateway.ts';
export {
  computeDeliveryEstimates,
  type DeliveryEstimate,
  estimateDeliveryDate,
  hasDeliveryEstimates,
  type QuotedTransit,
  toTransitRequest,
} from './estimates.ts';
export {
  type BoughtLabel,
  type CarrierAddress,
  type CarrierGateway,
  type CarrierMessage,
  type CarrierResult,
  carrierServiceKey,
  formatShipmentReference,
  parseShipmentReference,
  purchasedService,
  type RateRequest,
  type RawCarrierWebhook,
  type ScanForm,
  type ShipmentRequest,
  type SigningCarrierAccount,
  type TrackingReport,
  type TransitEstimate,
  type TransitRequest,
  type VerifiedAddress,
} from './gateway.ts';
export {
  buildLabelCreatedScan,
  planSandboxTrip,
  resolveSandboxService,
  type SandboxScan,
  type SandboxTrip,
} from './sandbox.ts';
export { findSandboxRefusal, type SandboxRefusal } from './sandbox-limits.ts';
export { chooseSandboxRate, createSandboxQueryGateway } from './sandbox-rates.ts';
export { carrierProviderName } from './source-failure.ts';
export {
  type CarrierScan,
  type CarrierScanResult,
  carrierStateAfterScan,
  isFinalPackageStatus,
  meaningOfScanCode,
  type PackageStatus,
  type ScanCodeName,
} from './status.ts';
export { deriveTrackingSerial, sandboxTrackingNumber, sandboxTrackingUrl } from './tracking-number.ts';
export {
  deliveryDateAfter,
  groundTransitDays,
  milesBetweenZipAreas,
  transitDays,
  transitDaysOfTable,
} from './transit.ts';
export { parseTransitFile } from './transit-file.ts';
export { cacheTransitSource, carrierTransitSource, type TransitSource } from './transit-source.ts';
