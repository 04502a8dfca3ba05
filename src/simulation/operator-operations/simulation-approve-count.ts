/** Simulation/ApproveCount: post the differences of a cycle count. */
import { approveCount } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationApproveCount = exposeToOperators(approveCount, {
  path: '/api/Simulation/ApproveCount',
  action: 'count.approved',
  subject: ({ CountReference }) => CountReference,
});
