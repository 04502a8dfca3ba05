/** Simulation/ReturnSalesOrder: return a shipped order. */

import { exposeToOperators } from '../expose-to-operators.ts';
import { returnSalesOrderOperation } from '../operations/return-sales-order.ts';

export const simulationReturnSalesOrder = exposeToOperators(returnSalesOrderOperation, {
  path: '/api/Simulation/ReturnSalesOrder',
  action: 'return.announced',
  subject: ({ OrderNo, TransactionReferenceNumber }) => OrderNo ?? TransactionReferenceNumber ?? '',
});
