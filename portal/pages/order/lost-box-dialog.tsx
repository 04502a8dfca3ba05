/**
 * Reports a box lost that its carrier did not take with others of its order, or never scanned, or what is missing of one that was opened for a return, after it
 * has described the effect.
 */

import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { useMissingReason } from '../../design/missing-reason.ts';
import { MissingReasonField } from '../../design/missing-reason-field.tsx';
import { notify } from '../../design/toasts.tsx';
import type { OrderReply } from './order-reply.ts';

interface LostBoxProps {
  readonly order: OrderReply;
  readonly box: OrderReply['Packages'][number];
  readonly onClose: () => void;
}

export function LostBoxDialog({ order, box, onClose }: LostBoxProps) {
  const { CustomerNo, TransactionReferenceNumber, OrderNo, Timeline } = order;
  const { TrackingNumber, IsMissingBottles: isMissingBottles } = box;
  const missing = useMissingReason('LOST');
  const { reason } = missing;
  const [note, setNote] = useState('');
  const [wasUnpacked, setWasUnpacked] = useState(false);
  const hasInspection = Timeline.some(({ Kind }) => Kind === 'sales_order.return_inspected');
  const run = async (): Promise<void> => {
    if (reason === undefined) return;
    const { Lost } = await call('/api/Floor/ReportLostBox', {
      CustomerNo,
      TransactionReferenceNumber,
      TrackingNumber,
      ReasonCode: reason,
      ...(wasUnpacked && { WasUnpacked: true }),
      ...(note.trim() !== '' && { Note: note.trim() }),
    });
    const units = countOf(
      Lost.reduce((sum, { Quantity }) => sum + Quantity, 0),
      'unit',
    );
    const what = Lost.length === 0 ? 'canceled: a return has its bottles' : `reported lost with ${units}`;
    notify(`Box ${TrackingNumber} of order ${OrderNo} is ${what}.`);
    onClose();
    void refreshAll();
  };
  return (
    <Confirm
      title={isMissingBottles ? `Report bottles of box ${TrackingNumber} lost` : `Report box ${TrackingNumber} lost`}
      action="Report lost"
      isDangerous
      isDisabled={reason === undefined}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        {isMissingBottles
          ? 'The box is canceled, as it was opened for a return. Its bottles that returns do not have'
          : 'The box is canceled, and its label is voided for a refund. Its bottles'}{' '}
        leave the stock with the reason, and are short on order {OrderNo}, which stays shipped. To send them again, the
        winery places a new order.
      </p>
      {hasInspection && (
        <Checkbox
          label="The box was opened at the returns station"
          description="Bottles that returns of this order have are those of the box, and are not lost"
          checked={wasUnpacked}
          onChange={(event) => setWasUnpacked(event.currentTarget.checked)}
        />
      )}
      <MissingReasonField {...missing} />
      <TextField
        label="Note"
        description="For the timeline; no names of people"
        value={note}
        maxLength={maxNoteLength}
        onChange={setNote}
      />
    </Confirm>
  );
}
