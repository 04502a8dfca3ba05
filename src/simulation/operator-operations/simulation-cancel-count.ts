/** Simulation/CancelCount: a cycle count ends without a posting. */
import { cancelCountOperation } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationCancelCount = exposeToOperators(cancelCountOperation, {
  path: '/api/Simulation/CancelCount',
  action: 'count.canceled',
  subject: ({ CountReference }) => CountReference,
});
