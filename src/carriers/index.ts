/** What other slices may use of carriers. */
export { type CarrierRule, chooseBestWay, defaultCarrierRules, type Situation, type Way } from './best-way.ts';
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
export {
  type CarrierAndService,
  carrierNames,
  completeCarrierAndService,
  defaultCarrierAndService,
  isWillCall,
  pairFault,
  serviceNames,
} from './codes.ts';
export { deliveryPointsOf } from './delivery-points.ts';
export { type EasypostOptions, easypostGateway } from './easypost/gateway.ts';
export {
  type DeliveryEstimate,
  deliveryEstimates,
  type EstimatedCarrier,
  type EstimateQuestion,
  type SaidTransit,
  transitQuestion,
} from './estimates.ts';
export {
  type BoughtLabel,
  type CarrierAddress,
  type CarrierAnswer,
  type CarrierGateway,
  type CarrierMessage,
  ownerOfReference,
  type PushedEvent,
  type RatedShipment,
  type RateQuestion,
  type RawEvent,
  type ShipmentRequest,
  shipmentReference,
  type TrackingReport,
  type TransitAnswer,
  type TransitQuestion,
  type VerifiedAddress,
  wayBought,
  wayKey,
} from './gateway.ts';
export {
  chooseCarrier,
  labelCreated,
  type PlannedJourney,
  type PlannedScan,
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
  type TransitWay,
  transitDays,
} from './transit.ts';
export { readTransitFile, type TransitFile } from './transit-file.ts';
export { rememberingTransit, type TransitSource, transitSourceOf } from './transit-source.ts';
export { accountTitle } from './unanswered.ts';
