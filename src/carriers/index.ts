/** Public interface of the carriers slice. */

export { type CarrierGatewayAccount, gatewayOfCarrierAccounts } from './account-gateway.ts';
export {
  addWorkingDays,
  calendarOf,
  cutoffTime,
  firstAllowedShipDay,
  type Holidays,
  holidaySet,
  instantAt,
  isWorkingDay,
  operatorHolidays,
  shipDateFor,
  workingDayFrom,
} from './calendar.ts';
export { carrierAddressSource } from './carrier-address-source.ts';
export { domesticZip } from './choose-rate.ts';
export {
  type CarrierAndService,
  carrierNames,
  carrierServiceFault,
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
  type TrackingReport,
  type TransitEstimate,
  type TransitRequest,
  type VerifiedAddress,
} from './gateway.ts';
export {
  labelCreatedScan,
  planSandboxTrip,
  resolveSandboxService,
  type SandboxScan,
  type SandboxTrip,
} from './sandbox.ts';
export { type SandboxRefusal, sandboxRefusal } from './sandbox-limits.ts';
export { chooseSandboxRate, sandboxGatewayQueries } from './sandbox-rates.ts';
export { carrierAccountName } from './source-failure.ts';
export {
  type AppliedCarrierScan,
  applyCarrierScan,
  type CarrierScan,
  isFinalPackageStatus,
  meaningOfScanCode,
  type PackageStatus,
  type ScanCodeName,
} from './status.ts';
export { sandboxTrackingNumber, sandboxTrackingUrl, trackingSerialOf } from './tracking-number.ts';
export {
  deliveryDateAfter,
  groundTransitDays,
  milesBetweenZipAreas,
  transitDays,
  transitDaysOfTable,
} from './transit.ts';
export { parseTransitFile } from './transit-file.ts';
export { cacheTransitSource, type TransitSource, transitSourceOf } from './transit-source.ts';
