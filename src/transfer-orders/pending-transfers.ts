/** Transfer orders that have not left, for who waits at their destination (decision 21). */
import type { PendingTransferSource } from '../inventory/index.ts';

export const pendingTransfers: PendingTransferSource = async (reader, customerNo) =>
  await reader.rows(
    `select order_id as subject, to_warehouse as warehouse, to_inventory_status as status from transfer_orders
      where customer_no = $1 and status in ('OPEN', 'PICKING')`,
    [customerNo],
  );
