/** Simulation/AdvanceClock: advances a customer's clock; everything due by then runs. */

import { exposeToOperators } from '../expose-to-operators.ts';
import { advanceClock } from '../operations/advance-clock.ts';

export const simulationAdvanceClock = exposeToOperators(advanceClock, {
  path: '/api/Simulation/AdvanceClock',
  action: 'clock.advanced',
  subject: ({ Seconds, To }) => To ?? `${Seconds} seconds`,
});
