/** Takes orders back from the floor: first asks for the reason, then shows the outcome of each. */

import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { maxNoteLength } from '../../../src/contract/entry-limits.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { wineryColumn } from '../../design/columns.tsx';
import { DialogError } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DialogButtons, DialogList } from '../../design/dialog-parts.tsx';
import { DoneButton } from '../../design/done-button.tsx';
import { TextField } from '../../design/fields.tsx';
import { countOf } from '../../design/format.ts';
import { useReturnFocus } from '../../design/return-focus.ts';
import { Status } from '../../design/status.tsx';
import { useSubmission } from '../../design/submission.ts';
import type { FloorOrder } from './floor-states.ts';

type Outcome = ReplyOf<'/api/Floor/TakeBack'>['Outcomes'][number];
/** An outcome with the name of the winery. */
type NamedOutcome = Outcome & Pick<FloorOrder, 'CustomerName'>;

const columns: readonly Column<NamedOutcome>[] = [
  {
    key: 'result',
    header: 'Result',
    priority: 1,
    cell: ({ TakenBack }) => (TakenBack ? <Status tone="good">Open</Status> : <Status tone="warn">Stays</Status>),
  },
  {
    key: 'why',
    header: 'Order',
    priority: 1,
    flexible: 'more',
    cell: ({ Message }) => <span className="wrap">{Message}</span>,
  },
  wineryColumn(),
];

interface DialogProps {
  readonly orders: readonly FloorOrder[];
  /** @param isDone whether the orders were sent, even if all of them stayed. */
  readonly onClose: (isDone: boolean) => void;
}

export function TakeBackDialog({ orders, onClose }: DialogProps) {
  useReturnFocus();
  const [wanted] = useState(orders);
  const [note, setNote] = useState('');
  const [outcomes, setOutcomes] = useState<readonly NamedOutcome[]>();
  const { isRunning, error, run } = useSubmission();
  const what = wanted.length === 1 ? `order ${wanted[0]?.OrderNo}` : countOf(wanted.length, 'order');
  const isPacked = wanted.some(({ State }) =>
    ['packing', 'labeling', 'labeled', 'staged', 'manifested'].includes(State),
  );
  const takeBack = () =>
    run(async () => {
      const Orders = wanted.map(({ CustomerNo, TransactionReferenceNumber }) => ({
        CustomerNo,
        TransactionReferenceNumber,
      }));
      const { Outcomes } = await call('/api/Floor/TakeBack', { Orders, Note: note.trim() });
      setOutcomes(Outcomes.map((outcome, nth) => ({ ...outcome, CustomerName: wanted[nth]?.CustomerName ?? '' })));
    });
  const isDone = outcomes !== undefined;
  return (
    <Modal opened onClose={() => !isRunning && onClose(isDone)} title={`Take back ${what}`} size={640}>
      {outcomes === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim() !== '') void takeBack();
          }}
        >
          <p>
            Open again for changes and cancellation, waiting for another release.
            {isPacked && ' Labels are voided, and bottles in boxes go back to the shelf.'}
          </p>
          <TextField
            label="Why"
            description="For the timeline of each order."
            value={note}
            maxLength={maxNoteLength}
            required
            data-autofocus
            mt={12}
            onChange={setNote}
          />
          {error !== undefined && <DialogError error={error} />}
          <DialogButtons>
            <Button variant="default" onClick={() => onClose(false)} disabled={isRunning}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning} disabled={note.trim() === ''}>
              Take back
            </Button>
          </DialogButtons>
        </form>
      ) : (
        <>
          <DialogList label="Orders and what became of them">
            <DataTable
              label="Results"
              columns={columns}
              rows={outcomes.toSorted((one, other) => Number(one.TakenBack) - Number(other.TakenBack))}
              rowKey={({ CustomerNo, TransactionReferenceNumber }) => `${CustomerNo} ${TransactionReferenceNumber}`}
            />
          </DialogList>
          <DialogButtons>
            <DoneButton onClick={() => onClose(true)} />
          </DialogButtons>
        </>
      )}
    </Modal>
  );
}
