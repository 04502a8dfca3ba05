/** Simulation/RecordCount: record counted units of a cycle count. */
import { recordCountOperation } from '../../inventory/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationRecordCountOperation = toOperatorSimulationCommand(recordCountOperation, {
  path: '/api/Simulation/RecordCount',
  action: 'count.recorded',
  subject: ({ CountReference }) => CountReference,
});
