/** ReceiveTransferOrder of the test environment: the simulator closes what was received in full an hour later. */
import { readCustomerClockLookup } from '../../platform/clock.ts';
import { okValuesOf } from '../../platform/errors.ts';
import { defineInternalChange } from '../../platform/http/internal-operation.ts';
import { receiveTransferOrderOperation as operation } from '../../transfer-orders/index.ts';
import { scheduleTransferClosing } from '../transfer-steps.ts';

const { writer } = operation.change;

export const receiveTransferOrderAndCloseOperation = defineInternalChange({
  ...operation,
  change: {
    ...operation.change,
    writer: {
      ...writer,
      write: async (tx, receipts) => {
        const outcomes = await writer.write(tx, receipts);
        const received = okValuesOf(outcomes);
        const timeOf = await readCustomerClockLookup(tx, received);
        scheduleTransferClosing(tx, received, timeOf);
        return outcomes;
      },
    },
  },
});
