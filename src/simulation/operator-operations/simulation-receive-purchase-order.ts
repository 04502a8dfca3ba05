/** Simulation/ReceivePurchaseOrder: post the goods of a purchase order that arrived. */
import { receivePurchaseOrderOperation } from '../../purchase-orders/index.ts';
import { exposeToOperators } from '../expose-to-operators.ts';

export const simulationReceivePurchaseOrder = exposeToOperators(receivePurchaseOrderOperation, {
  path: '/api/Simulation/ReceivePurchaseOrder',
  action: 'purchase_order.received',
  subject: ({ CustomerReferenceNo }) => CustomerReferenceNo,
});
