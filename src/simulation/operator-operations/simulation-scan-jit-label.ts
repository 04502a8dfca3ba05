/** Simulation/ScanJitLabel: a packing station scans a label. */

import { toOperatorSimulationCommand } from '../expose-to-operators.ts';
import { scanJitLabelOperation } from '../operations/scan-jit-label.ts';

export const simulationScanJitLabelOperation = toOperatorSimulationCommand(scanJitLabelOperation, {
  path: '/api/Simulation/ScanJitLabel',
  action: 'jit_label.scanned',
  subject: ({ JITLabelID }) => JITLabelID,
});
