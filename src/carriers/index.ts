/** Public interface of the carriers slice. */

export { accountFor, accountGateway, type GatewayAccount } from './account-gateway.ts';
export {
  addWorkingDays,
  calendarOf,
  cutoffTime,
  firstAllowedShipDay,
  type Holidays,
  holidaySet,
  instantAt,
  isWorkingDay,
  nextShipDates,
  type OpenCutoff,
  operatorHolidays,
  type ShipDate,
  shipDateFor,
  type WorkCalendar,
  workingDayFrom,
} from './calendar.ts';
export { carrierAddressSource } from './carrier-address-source.ts';
export { chooseBestOption } from './choose-option.ts';
export { domesticZip } from './choose-rate.ts';
export {
  type CarrierAndService,
  carrierNames,
  carrierServiceFault,
  carrierServiceOf,
  completeCarrierAndService,
  isWillCall,
  serviceName,
} from './codes.ts';
export { type EasypostOptions, easypostGateway } from './easypost/gateway.ts';
export {
  type DeliveryEstimate,
  deliveryEstimates,
  type EstimatedCarrier,
  type EstimateRequest,
  estimateDeliveryDate,
  hasEstimates,
  type QuotedTransit,
  transitRequest,
} from './estimates.ts';
export {
  type BoughtLabel,
  type CarrierAddress,
  type CarrierGateway,
  type CarrierMessage,
  type CarrierResult,
  parseShipmentReference,
  purchasedService,
  type RatedShipment,
  type RateRequest,
  type RawWebhook,
  type ScanForm,
  type ShipmentRequest,
  serviceKey,
  shipmentReference,
  type TrackingReport,
  type TransitEstimate,
  type TransitRequest,
  type VerifiedAddress,
  type WebhookEvent,
} from './gateway.ts';
export {
  chooseCarrier,
  labelCreated,
  type PlannedScan,
  type PlannedTrip,
  planTrip,
  type ShippedPackage,
} from './sandbox.ts';
export { type SandboxRefusal, sandboxRefusal } from './sandbox-limits.ts';
export { chooseSandboxRate, sandboxQueries } from './sandbox-rates.ts';
export { carrierAccountName } from './source-failure.ts';
export {
  applyScan,
  type CarrierState,
  isFinal,
  type PackageStatus,
  type Scan,
  type ScanCodeName,
  type ScanOutcome,
  scanCode,
  scanCodes,
} from './status.ts';
export { serialOf, trackingNumber, trackingUrl } from './tracking-number.ts';
export {
  areaMiles,
  deliveryDate,
  groundTransitDays,
  knownTransitDays,
  transitDays,
} from './transit.ts';
export { parseTransitFile, type TransitFile } from './transit-file.ts';
export { cachedTransit, type TransitSource, transitSourceOf } from './transit-source.ts';
