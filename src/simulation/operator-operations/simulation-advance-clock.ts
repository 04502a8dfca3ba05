/** Simulation/AdvanceClock: advance a customer's clock and run everything due by then. */

import { toOperatorSimulationCommand } from '../expose-to-operators.ts';
import { advanceClockOperation } from '../operations/advance-clock.ts';

export const simulationAdvanceClockOperation = toOperatorSimulationCommand(advanceClockOperation, {
  path: '/api/Simulation/AdvanceClock',
  action: 'clock.advanced',
  subject: ({ Seconds, To }) => To ?? `${Seconds?.toLocaleString('en-US')} seconds`,
});
