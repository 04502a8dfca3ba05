/** Simulation/DisposeReturn: dispose of an inspected return. */
import { disposeReturnOperation } from '../../returns/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationDisposeReturnOperation = toOperatorSimulationCommand(disposeReturnOperation, {
  path: '/api/Simulation/DisposeReturn',
  action: 'return.disposed',
  subject: ({ RMANumber }) => RMANumber,
});
