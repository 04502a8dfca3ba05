/** Simulation/ReceivePurchaseOrder: post the goods of a purchase order that arrived. */
import { receivePurchaseOrderOperation } from '../../purchase-orders/index.ts';
import { toOperatorSimulationCommand } from '../expose-to-operators.ts';

export const simulationReceivePurchaseOrderOperation = toOperatorSimulationCommand(receivePurchaseOrderOperation, {
  path: '/api/Simulation/ReceivePurchaseOrder',
  action: 'purchase_order.received',
  subject: ({ CustomerReferenceNo }) => CustomerReferenceNo,
});
