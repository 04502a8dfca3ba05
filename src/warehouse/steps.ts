/** What the warehouse does of itself when it falls due, where nothing is simulated. */
import type { StepHandlers } from '../platform/due-work.ts';
import { holdSteps } from '../sales-orders/index.ts';
import { transferOrderSteps } from '../transfer-orders/index.ts';
import { beginProcessing } from './floor-work.ts';

/**
 * The steps of production. No carrier is configured yet, so orders that need one hold and say so (decision 2); all
 * later steps are people's work.
 */
export const warehouseSteps: StepHandlers = {
  ...holdSteps,
  ...transferOrderSteps,
  'sales_order.process': {
    run: async (tx, { customerNo, now, items }) => {
      await beginProcessing(tx, { customerNo, at: now, orderIds: items.map((item) => item.subject) }, 'none');
    },
  },
};
