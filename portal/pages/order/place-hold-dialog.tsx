/** Places a Customer Service hold on an order, with a reason that the winery reads, too. */

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { maxHoldTextLength } from '../../design/hold-text.ts';
import { notify } from '../../design/toasts.tsx';

interface PlaceHoldProps {
  readonly order: {
    readonly CustomerNo: string;
    readonly TransactionReferenceNumber: string;
    readonly OrderNo: string;
  };
  readonly onClose: () => void;
}

export function PlaceHoldDialog({ order, onClose }: PlaceHoldProps) {
  const { CustomerNo, TransactionReferenceNumber, OrderNo } = order;
  const [description, setDescription] = useState('');
  const run = async (): Promise<void> => {
    await call('/api/Holds/Place', { CustomerNo, TransactionReferenceNumber, Reason: description.trim() });
    notify(`Order ${OrderNo} is held.`);
    onClose();
  };
  return (
    <Confirm
      title={`Hold order ${OrderNo}`}
      action="Hold order"
      isDisabled={description.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>The order does not ship until the hold is released. The winery sees the hold and its reason.</p>
      <Textarea
        label="Reason"
        description="What has to happen before it may ship."
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        minRows={3}
        maxLength={maxHoldTextLength}
        required
        withAsterisk={false}
        data-autofocus
      />
    </Confirm>
  );
}
