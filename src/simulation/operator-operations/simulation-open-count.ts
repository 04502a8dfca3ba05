/** Simulation/OpenCount: a blind cycle count of items at a warehouse begins. */
import { openCount } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationOpenCount = exposeToOperators(openCount, {
  path: '/api/Simulation/OpenCount',
  action: 'count.opened',
  subject: ({ Warehouse }) => Warehouse,
});
