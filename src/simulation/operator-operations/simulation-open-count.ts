/** Simulation/OpenCount: a blind cycle count of items at a warehouse begins. */
import { openCountOperation } from '../../inventory/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationOpenCountOperation = toOperatorSimulationCommand(openCountOperation, {
  path: '/api/Simulation/OpenCount',
  action: 'count.opened',
  subject: ({ Warehouse }) => Warehouse,
});
