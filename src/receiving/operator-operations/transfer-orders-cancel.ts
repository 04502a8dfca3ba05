/** TransferOrders/Cancel: cancel an open transfer order. */
import { cancelTransferOrders } from '../../transfer-orders/index.ts';
import { defineInboundEndOperation } from '../inbound-end-operation.ts';
import { customerServiceRoles } from '../receipt-fields.ts';

export const transferOrdersCancelOperation = defineInboundEndOperation({
  path: '/api/TransferOrders/Cancel',
  kind: 'transfer order',
  status: 'CANCELED',
  summary: 'Cancel a transfer order',
  description:
    'Cancels an OPEN transfer order of a winery, as the winery itself may. Its CustomerReferenceNo can be used again.',
  roles: customerServiceRoles,
  forbidden: 'The transfer order is not OPEN.',
  end: cancelTransferOrders,
});
