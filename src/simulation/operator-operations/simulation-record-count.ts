/** Simulation/RecordCount: what the staff counted. */
import { recordCount } from '../../inventory/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationRecordCount = exposeToOperators(recordCount, {
  path: '/api/Simulation/RecordCount',
  action: 'count.recorded',
  subject: ({ CountReference }) => CountReference,
});
