/** Cancels an order, after it has described the effect. */
import { useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { countOf } from '../../design/format.ts';
import { notify } from '../../design/toasts.tsx';
import type { OrderReply } from './order-reply.ts';

interface CancelProps {
  readonly order: OrderReply;
  readonly onClose: () => void;
}

export function CancelOrderDialog({ order, onClose }: CancelProps) {
  const { CustomerNo, TransactionReferenceNumber, OrderNo, Bottles, CustomerName } = order;
  const [refusal, setRefusal] = useState('');
  const run = async (): Promise<void> => {
    const { Outcomes } = await call('/api/Orders/Cancel', { Orders: [{ CustomerNo, TransactionReferenceNumber }] });
    const [outcome] = Outcomes;
    if (outcome?.Retry) throw new ApiError(200, { Reason: outcome.Message });
    if (!outcome?.Canceled) {
      setRefusal(outcome?.Message ?? '');
      return;
    }
    notify(`Order ${OrderNo} is canceled.`);
    onClose();
  };
  return (
    <Confirm
      title={`Cancel order ${OrderNo}`}
      action="Cancel order"
      otherwise="Keep order"
      isDangerous
      isDisabled={refusal !== ''}
      onConfirm={run}
      onClose={onClose}
    >
      {refusal === '' ? (
        <p>
          The order of {CustomerName} will not ship. Stock that is reserved for its {countOf(Bottles, 'bottle')} becomes
          available, and its holds end. This cannot be undone: the winery would have to send the order again.
        </p>
      ) : (
        <p role="alert">{refusal}</p>
      )}
    </Confirm>
  );
}
