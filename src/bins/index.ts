/** Bins, as administration, the wiring and the checks use them. */
export { lowerBinsForDeparture, readUnitsPickedForDepartures } from './departing-units.ts';
export { readFreeUnitsInNoBin } from './free-units.ts';
export { deleteBinSettingsOfWarehouse } from './replenishment-rule-store.ts';
export { reportExcessInBins, verifyBins } from './verify.ts';
