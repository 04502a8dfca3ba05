/** Bins, as administration and the checks see them. */
export { takeOutOfBins } from './departing-units.ts';
export { deleteBinSettingsOfWarehouse } from './replenishment-rule-store.ts';
export { reportExcessInBins, verifyBins } from './verify.ts';
