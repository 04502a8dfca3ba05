/** Public interface of the carriers slice. */
export {
  chooseBestOption,
  type ShippingOption,
  type ShippingSituation,
} from './best-option.ts';
export {
  addWorkingDays,
  calendarOf,
  cutoffTime,
  type Holidays,
  holidaySet,
  instantAt,
  isWorkingDay,
  nextShipDates,
  type OpenCutoff,
  type ShipDate,
  shipDateFor,
  type WorkCalendar,
  workingDayFrom,
} from './calendar.ts';
export { carrierAddressSource } from './carrier-address-source.ts';
export {
  type CarrierAndService,
  carrierNames,
  carrierServiceFault,
  completeCarrierAndService,
  defaultCarrierAndService,
  isWillCall,
  serviceNames,
} from './codes.ts';
export { type EasypostOptions, easypostGateway } from './easypost/gateway.ts';
export {
  type DeliveryEstimate,
  deliveryEstimates,
  type EstimatedCarrier,
  type EstimateRequest,
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
  planScans,
  type ShippedPackage,
} from './sandbox.ts';
export { chooseSandboxRate, sandboxGateway } from './sandbox-gateway.ts';
export {
  applyScan,
  type CarrierState,
  isFinal,
  type PackageStatus,
  packageStatuses,
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
  type TransitService,
  transitDays,
} from './transit.ts';
export { readTransitFile, type TransitFile } from './transit-file.ts';
export { cachedTransit, type TransitSource, transitSourceOf } from './transit-source.ts';
export { carrierAccountName } from './unreachable.ts';
