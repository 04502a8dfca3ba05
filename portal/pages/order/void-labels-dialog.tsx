/** Voids the labels of an order that has not left, after it has described the effect. */

import { useState } from 'react';
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { maxHoldTextLength } from '../../design/hold-text.ts';
import { notify } from '../../design/toasts.tsx';
import type { OrderReply } from './order-reply.ts';

interface VoidLabelsProps {
  readonly order: OrderReply;
  readonly onClose: () => void;
}

export function VoidLabelsDialog({ order, onClose }: VoidLabelsProps) {
  const { CustomerNo, TransactionReferenceNumber, OrderNo } = order;
  const [reason, setReason] = useState('');
  const run = async (): Promise<void> => {
    const request = { CustomerNo, TransactionReferenceNumber, Reason: reason.trim() };
    const { Packages, OnHold } = await call('/api/Orders/VoidLabels', request);
    notify(`${countOf(Packages, 'package')} of order ${OrderNo} canceled.${OnHold ? ' It is on hold.' : ''}`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`Void the labels of order ${OrderNo}`}
      action="Void labels"
      isDangerous
      isDisabled={reason.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Its packages are canceled, and the carrier refunds their labels. An order in work is open again with its stock,
        on hold until you release it; then it gets new labels.
      </p>
      <TextField
        label="Reason"
        description="The winery reads it."
        maxLength={maxHoldTextLength}
        value={reason}
        onChange={setReason}
        data-autofocus
      />
    </Confirm>
  );
}
