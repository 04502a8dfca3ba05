/** Simulation/DisposeReturn: dispose of an inspected return. */
import { disposeReturnOperation } from '../../returns/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationDisposeReturn = exposeToOperators(disposeReturnOperation, {
  path: '/api/Simulation/DisposeReturn',
  action: 'return.disposed',
  subject: ({ RMANumber }) => RMANumber,
});
