/** What other slices may use of carriers. */
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
export { chooseCarrier, type PlannedJourney, type PlannedScan, planScans, type ShippedPackage } from './sandbox.ts';
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
  estimateTransit,
  groundTransitDays,
  type TransitEstimate,
  transitDays,
} from './transit.ts';
