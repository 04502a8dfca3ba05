/** Handlers of due work in the production environment. */

import { isWillCallCarrier } from '../carriers/index.ts';
import type { Tx } from '../platform/db/db.ts';
import type { DueWorkStepHandlers } from '../platform/due-work.ts';
import {
  consumerStatusBackorderStepHandlers,
  holdStepHandlers,
  readSalesOrders,
  type SalesOrderKey,
  waitingOrderStepHandlers,
} from '../sales-orders/index.ts';
import { productionTransferStepHandlers } from '../transfer-orders/index.ts';
import {
  type CarrierMode,
  packOrdersWithoutCarrierLabels,
  selectLinesToPack,
  startOrderProcessing,
} from '../warehouse/index.ts';
import { requestLabels, voidLabelsOfOrders } from './label-requests.ts';

/**
 * The handlers of due work in the production environment (decision 2). A function `carriersNow` is called for each batch. While no carrier is
 * connected, orders that need one go on hold when their processing is due. Orders of worked warehouses stay open until they are released,
 * JIT orders until their label is scanned. Labels of the others are requested when these are due, and packages are created once the labels
 * are bought; will-call orders are ready for pickup at once.
 */
export function createProductionStepHandlers(carriersNow: CarrierMode | (() => CarrierMode)): DueWorkStepHandlers {
  return {
    ...holdStepHandlers,
    ...consumerStatusBackorderStepHandlers,
    ...productionTransferStepHandlers,
    ...waitingOrderStepHandlers,
    'sales_order.process': {
      run: async (tx, { customerNo, now, items }) => {
        const carriers = typeof carriersNow === 'function' ? carriersNow() : carriersNow;
        const orderIds = items.map((item) => item.subject);
        const started = await startOrderProcessing(tx, { customerNo, at: now, orderIds }, carriers);
        if (carriers === 'gateway') {
          await requestLabels(tx, started, now);
          const begun = new Set(started.map(({ orderId }) => orderId));
          await voidLabelsOfCompleted(
            tx,
            orderIds.flatMap((orderId) => (begun.has(orderId) ? [] : [{ customerNo, orderId }])),
          );
        }
        const collected = started.filter((order) => isWillCallCarrier(order.carrier));
        await packOrdersWithoutCarrierLabels(tx, {
          customerNo,
          at: now,
          orderIds: collected.map((order) => order.orderId),
        });
      },
    },
  };
}

/** Voids the labels of JIT orders that an update left nothing to pack, and that were completed without a package. */
async function voidLabelsOfCompleted(tx: Tx, keys: readonly SalesOrderKey[]): Promise<void> {
  if (keys.length === 0) return;
  const completed = (await readSalesOrders(tx, keys)).filter(
    (order) => order.orderType === 'JIT' && order.status === 'SHIPPED' && selectLinesToPack(order).length === 0,
  );
  if (completed.length > 0) await voidLabelsOfOrders(tx, completed);
}
