/** The order index, as other slices use it. */
export { catchUpOrderIndex, orderIndexLag, rebuildOrderIndex, showChanges, startOrderIndex } from './maintain.ts';
export { registerOrderIndexMetrics } from './metrics.ts';
export { nameIndexWarning } from './name-index.ts';
export { verifyOrderIndex } from './verify.ts';
