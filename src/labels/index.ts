/** The labels slice, as the others see it. */
export { packingStationStep, packingStationTime } from './generate-labels.ts';
export { customerOfJitLabel, scannedLabelId } from './jit-label-id.ts';
export { readJitLabels } from './label-store.ts';
export { handleUnscannedPickup, scanAtPackingStation } from './production-packing-station.ts';
export { type LabelScan, type ScannedOrder, scanJitLabels } from './scan-labels.ts';
export { verifyJitLabels } from './verify.ts';
export { type LabelVoidRequest, type VoidedLabels, voidLabels } from './void-labels.ts';
