/** Simulation/ApproveCount: post the differences of a cycle count. */
import { approveCountOperation } from '../../inventory/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationApproveCountOperation = toOperatorSimulationCommand(approveCountOperation, {
  path: '/api/Simulation/ApproveCount',
  action: 'count.approved',
  subject: ({ CountReference }) => CountReference,
  result: ({ warehouse: Warehouse, differences: Differences }) => ({ Warehouse, Differences }),
});
