/** Bins, as the checks see them. */
export { reportOverclaimed, verifyBins } from './verify.ts';
