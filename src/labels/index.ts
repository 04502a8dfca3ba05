/** The labels slice, as the others see it. */
export { benchStep, benchTime } from './generate-labels.ts';
export { customerOfJitLabel, scannedLabelId } from './jit-label-id.ts';
export { readJitLabels } from './label-store.ts';
export { scanAtBench, takenUnscanned } from './production-bench.ts';
export { type LabelScan, type ScannedOrder, scanJitLabels } from './scan-labels.ts';
export { verifyJitLabels } from './verify.ts';
export { type LabelsVoided, type LabelVoid, voidLabels } from './void-labels.ts';
