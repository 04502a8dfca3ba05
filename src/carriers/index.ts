/** Public interface of the carriers slice. */

export { type CarrierGatewayAccount, createMultiAccountCarrierGateway } from './account-gateway.ts';
export {
  addWorkingDays,
  computeFirstAllowedShipDate,
  computeShipDate,
  findCutoffTime,
  findWorkingDayOnOrAfter,
  groupServicesByCutoffTime,
  type HolidayDateSet,
  holidayDateSetOfOperator,
  instantOfLocalTime,
  isWorkingDay,
  toHolidayDateSet,
  workCalendarOfWarehouse,
} from './calendar.ts';
export { createCarrierAddressVerifier } from './carrier-address-verifier.ts';
export {
  type CarrierAndService,
  carrierNames,
  completeCarrierAndService,
  describeCarrierServiceFault,
  formatCarrierServiceName,
  isWillCallCarrier,
  toCarrierAndService,
} from './codes.ts';
export { createEasypostGateway, type EasypostOptions } from './easypost/gateway.ts';
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
  formatCarrierServiceKey,
  formatShipmentReference,
  parseShipmentReference,
  type RateRequest,
  type RawCarrierWebhook,
  type ScanForm,
  type ShipmentRequest,
  type SigningCarrierAccount,
  serviceOfBoughtLabel,
  type TrackingReport,
  type TransitEstimate,
  type TransitRequest,
  type VerifiedAddress,
} from './gateway.ts';
export {
  buildLabelCreatedScan,
  chooseSandboxService,
  planSandboxTrip,
  type SandboxScan,
  type SandboxTrip,
} from './sandbox.ts';
export { findSandboxRefusal, type SandboxRefusal } from './sandbox-limits.ts';
export { chooseSandboxRate, createSandboxQueryGateway } from './sandbox-rates.ts';
export {
  deriveTrackingSerial,
  formatSandboxTrackingNumber,
  formatSandboxTrackingUrl,
} from './sandbox-tracking-number.ts';
export { carrierProviderName } from './source-failure.ts';
export {
  type CarrierScan,
  type CarrierScanResult,
  carrierStateAfterScan,
  isFinalPackageStatus,
  meaningOfScanCode,
  type PackageStatus,
  type ScanCodeName,
} from './status-after-scan.ts';
export {
  computeDeliveryDate,
  computeGroundTransitDays,
  computeMilesBetweenZipAreas,
  computeTransitDays,
  domesticZipOf,
  findTransitDaysInTable,
} from './transit.ts';
export { parseTransitFile } from './transit-file.ts';
export { cacheTransitSource, createCarrierTransitSource, type TransitSource } from './transit-source.ts';
