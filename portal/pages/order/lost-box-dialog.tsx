/** Reports a box lost that its carrier did not take with others of its order, after it has described the effect. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { useMissingReason } from '../../design/missing-reason.ts';
import { MissingReasonField } from '../../design/missing-reason-field.tsx';
import { notify } from '../../design/toasts.tsx';
import type { OrderReply } from './order-reply.ts';

interface LostBoxProps {
  readonly order: OrderReply;
  readonly trackingNumber: string;
  readonly onClose: () => void;
}

export function LostBoxDialog({ order, trackingNumber, onClose }: LostBoxProps) {
  const { CustomerNo, TransactionReferenceNumber, OrderNo } = order;
  const missing = useMissingReason('LOST');
  const { reason } = missing;
  const [note, setNote] = useState('');
  const run = async (): Promise<void> => {
    if (reason === undefined) return;
    const { Lost } = await call('/api/Floor/ReportLostBox', {
      ...{ CustomerNo, TransactionReferenceNumber, TrackingNumber: trackingNumber, ReasonCode: reason },
      ...(note.trim() !== '' && { Note: note.trim() }),
    });
    const what = Lost.length === 0 ? 'canceled: a return has its bottles' : 'reported lost';
    notify(`Box ${trackingNumber} of order ${OrderNo} is ${what}.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={`Report box ${trackingNumber} lost`}
      action="Report lost"
      isDangerous
      isDisabled={reason === undefined}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        The box is canceled, and its label is voided for a refund. Its bottles leave the stock with the reason, and are
        short on order {OrderNo}, which stays shipped. To send them again, the winery places a new order.
      </p>
      <MissingReasonField {...missing} />
      <TextInput
        label="Note"
        description="For the timeline; no names of people"
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </Confirm>
  );
}
