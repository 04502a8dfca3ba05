/** Simulation/ReceiveTransferOrder: post the goods of a transfer order that arrived. */

import { toOperatorSimulationCommand } from '../expose-to-operators.ts';
import { receiveTransferOrderAndCloseOperation } from '../operations/receive-transfer-order.ts';

export const simulationReceiveTransferOrderOperation = toOperatorSimulationCommand(
  receiveTransferOrderAndCloseOperation,
  {
    path: '/api/Simulation/ReceiveTransferOrder',
    action: 'transfer_order.received',
    subject: ({ CustomerReferenceNo }) => CustomerReferenceNo,
  },
);
