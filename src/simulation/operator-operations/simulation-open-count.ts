/** Simulation/OpenCount: a blind cycle count of items at a warehouse begins. */
import { openCountOperation } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationOpenCount = exposeToOperators(openCountOperation, {
  path: '/api/Simulation/OpenCount',
  action: 'count.opened',
  subject: ({ Warehouse }) => Warehouse,
});
