/** TransferOrders/CloseShort: end a transfer order that will not arrive in full. */
import { closeTransfers } from '../../transfer-orders/index.ts';
import { defineInboundEndOperation } from '../inbound-end-operation.ts';
import { closeShortRoles } from '../inbound-fields.ts';

export const transferOrdersCloseShortOperation = defineInboundEndOperation({
  path: '/api/TransferOrders/CloseShort',
  kind: 'transfer order',
  status: 'CLOSED',
  summary: 'Close a transfer order short',
  description:
    'Closes a transfer order that has left its source: units that did not arrive are written off, with the reason `TRANSFER-SHORT`.',
  roles: closeShortRoles,
  forbidden: 'The transfer order is being received, has not left its source, or is CLOSED or CANCELED.',
  end: closeTransfers,
});
