/** Simulation/ApproveCount: post the differences of a cycle count. */
import { approveCountOperation } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationApproveCount = exposeToOperators(approveCountOperation, {
  path: '/api/Simulation/ApproveCount',
  action: 'count.approved',
  subject: ({ CountReference }) => CountReference,
});
