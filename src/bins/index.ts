/** Bins, as administration and the checks see them. */
export { takeOutOfBins } from './departing-units.ts';
export { deleteBinSettingsOf } from './rule-store.ts';
export { reportOverclaimed, verifyBins } from './verify.ts';
