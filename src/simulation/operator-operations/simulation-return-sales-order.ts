/** Simulation/ReturnSalesOrder: return a shipped order. */

import { toOperatorSimulationCommand } from '../expose-to-operators.ts';
import { returnSalesOrderOperation } from '../operations/return-sales-order.ts';

export const simulationReturnSalesOrderOperation = toOperatorSimulationCommand(returnSalesOrderOperation, {
  path: '/api/Simulation/ReturnSalesOrder',
  action: 'return.announced',
  subject: ({ OrderNo, TransactionReferenceNumber }) => OrderNo ?? TransactionReferenceNumber ?? '',
});
