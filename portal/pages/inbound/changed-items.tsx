/** Keeps the dialog of an order from replacing items that another person or the winery has changed since it was opened, and shows those items. */

import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { formatCount } from '../../design/format.ts';

interface OrderItems {
  readonly LinesVersion: string;
  readonly Lines: readonly ItemLine[];
}

interface ItemLine {
  readonly ItemNo: string;
  readonly Ordered?: number;
  readonly Quantity?: number;
  readonly QuantityUnit?: string;
}

/** Longer than a read takes. Without its reply the person sees only the refusal, and saves once more to see the items. */
const readMs = 15_000;

/**
 * Optimistic locking of the items of an order in a dialog: the server rejects a change when another person has changed
 * them since the dialog was opened. They are then read again for display, and the next attempt replaces them.
 * @param opened the order that the dialog was opened with
 * @param readAgain reads the order after the server has found that its items were changed
 */
export function useOrderItemsVersion(
  opened: OrderItems | undefined,
  readAgain: (signal: AbortSignal) => Promise<OrderItems>,
) {
  const [seen, setSeen] = useState(opened);
  return {
    /** The items as another person left them; undefined while they are those of the opened order. */
    changedItems: seen?.LinesVersion === opened?.LinesVersion ? undefined : seen?.Lines,
    /** Sends a change for the items that the person has seen. Reads them again if they were changed, for the next attempt. */
    send: async (change: (expectedLinesVersion: string) => Promise<unknown>): Promise<void> => {
      try {
        await change(seen?.LinesVersion ?? '');
      } catch (error) {
        if (error instanceof ApiError && error.state === 'CHANGED')
          setSeen(await readAgain(AbortSignal.timeout(readMs)).catch(() => seen));
        throw error;
      }
    },
  };
}

export function ChangedItems({ lines }: { readonly lines: readonly ItemLine[] | undefined }) {
  if (lines === undefined) return null;
  const items = lines.map(({ ItemNo, Ordered, Quantity = Ordered, QuantityUnit }) => {
    const unit = QuantityUnit === 'WHOLESALE' ? (Quantity === 1 ? ' case of' : ' cases of') : ' ×';
    return `${formatCount(Quantity ?? 0)}${unit} ${ItemNo}`;
  });
  return (
    <p role="status">
      The order now has {items.join(', ')}. Saving replaces that with the items above: change them first if you want to
      keep it.
    </p>
  );
}
