/** Bins, as administration and the checks see them. */
export { deleteBinSettingsOf } from './rule-store.ts';
export { reportOverclaimed, verifyBins } from './verify.ts';
