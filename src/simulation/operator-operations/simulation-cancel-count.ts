/** Simulation/CancelCount: a cycle count ends without a posting. */
import { cancelCountOperation } from '../../inventory/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationCancelCountOperation = toOperatorSimulationCommand(cancelCountOperation, {
  path: '/api/Simulation/CancelCount',
  action: 'count.canceled',
  subject: ({ CountReference }) => CountReference,
});
