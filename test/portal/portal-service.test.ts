/** What customer service does: orders, holds, stock, returns and requests of wineries. */

import { exceptionWalks } from './walks/exceptions.ts';
import { holdWalks } from './walks/holds.ts';
import { inventoryWalks } from './walks/inventory.ts';
import { listWalks } from './walks/lists.ts';
import { liveWalks } from './walks/live.ts';
import { orderWalks } from './walks/orders.ts';
import { returnWalks } from './walks/returns.ts';
import { skuWalks } from './walks/skus.ts';
import { transactionWalks } from './walks/transactions.ts';
import { walkPortal } from './walks.ts';

walkPortal([
  orderWalks,
  liveWalks,
  listWalks,
  holdWalks,
  exceptionWalks,
  inventoryWalks,
  returnWalks,
  skuWalks,
  transactionWalks,
]);
