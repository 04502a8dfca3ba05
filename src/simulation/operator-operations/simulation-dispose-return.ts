/** Simulation/DisposeReturn: dispose of an inspected return. */
import { disposeReturn } from '../../returns/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationDisposeReturn = exposeToOperators(disposeReturn, {
  path: '/api/Simulation/DisposeReturn',
  action: 'return.disposed',
  subject: ({ RMANumber }) => RMANumber,
});
