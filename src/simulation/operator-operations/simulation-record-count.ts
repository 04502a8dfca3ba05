/** Simulation/RecordCount: record counted units of a cycle count. */
import { recordCountOperation } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationRecordCount = exposeToOperators(recordCountOperation, {
  path: '/api/Simulation/RecordCount',
  action: 'count.recorded',
  subject: ({ CountReference }) => CountReference,
});
