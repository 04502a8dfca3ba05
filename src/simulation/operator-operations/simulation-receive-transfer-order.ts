/** Simulation/ReceiveTransferOrder: post the goods of a transfer order that arrived. */

import { exposeToOperators } from '../expose-to-operators.ts';
import { receiveTransferOrderAndCloseOperation } from '../operations/receive-transfer-order.ts';

export const simulationReceiveTransferOrder = exposeToOperators(receiveTransferOrderAndCloseOperation, {
  path: '/api/Simulation/ReceiveTransferOrder',
  action: 'transfer_order.received',
  subject: ({ CustomerReferenceNo }) => CustomerReferenceNo,
});
