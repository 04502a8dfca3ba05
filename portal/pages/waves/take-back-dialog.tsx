/** Takes orders back from the floor: why, and then what became of each. */
import { Button, Modal, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call, forgetUnanswered, type ReplyOf } from '../../api/client.ts';
import { DialogError } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DoneButton } from '../../design/done-button.tsx';
import { countOf } from '../../design/format.ts';
import { useReturnFocus } from '../../design/return-focus.ts';
import { Status } from '../../design/status.tsx';
import type { FloorOrder } from './floor-states.ts';
import styles from './waves.module.css';

type Outcome = ReplyOf<'/api/Floor/TakeBack'>['Outcomes'][number];

const columns: readonly Column<Outcome>[] = [
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
    flexible: true,
    cell: ({ Message }) => <span className={styles.why}>{Message}</span>,
  },
];

interface DialogProps {
  readonly orders: readonly FloorOrder[];
  /** @param isDone whether something was taken back. */
  readonly onClose: (isDone: boolean) => void;
}

export function TakeBackDialog({ orders, onClose }: DialogProps) {
  useReturnFocus();
  const [wanted] = useState(orders);
  const [note, setNote] = useState('');
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>();
  const [isRunning, setIsRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => forgetUnanswered, []);
  const what = wanted.length === 1 ? `order ${wanted[0]?.OrderNo}` : countOf(wanted.length, 'order');
  const isPacked = wanted.some(({ State }) =>
    ['packing', 'labeling', 'labeled', 'staged', 'manifested'].includes(State),
  );
  const run = async (): Promise<void> => {
    setIsRunning(true);
    setError(undefined);
    const Orders = wanted.map(({ CustomerNo, TransactionReferenceNumber }) => ({
      CustomerNo,
      TransactionReferenceNumber,
    }));
    try {
      setOutcomes((await call('/api/Floor/TakeBack', { Orders, Note: note.trim() })).Outcomes);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsRunning(false);
    }
  };
  const isDone = outcomes !== undefined;
  return (
    <Modal opened onClose={() => !isRunning && onClose(isDone)} title={`Take back ${what}`} size={640}>
      {outcomes === undefined ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (note.trim() !== '') void run();
          }}
        >
          <p>
            Open again for changes and cancellation, waiting for another release.
            {isPacked && ' Labels are voided, and bottles in boxes go back to the shelf.'}
          </p>
          <TextInput
            label="Why"
            description="For the timeline of each order."
            value={note}
            maxLength={500}
            required
            data-autofocus
            mt={12}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          {error !== undefined && <DialogError error={error} />}
          <div className={styles.buttons}>
            <Button variant="default" onClick={() => onClose(false)} disabled={isRunning}>
              Cancel
            </Button>
            <Button type="submit" loading={isRunning} disabled={note.trim() === ''}>
              Take back
            </Button>
          </div>
        </form>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section className={styles.table} tabIndex={0} aria-label="Orders and what became of them">
            <DataTable
              label="Results"
              columns={columns}
              rows={outcomes.toSorted((one, other) => Number(one.TakenBack) - Number(other.TakenBack))}
              rowKey={({ CustomerNo, TransactionReferenceNumber }) => `${CustomerNo} ${TransactionReferenceNumber}`}
            />
          </section>
          <div className={styles.buttons}>
            <DoneButton onClick={() => onClose(true)} />
          </div>
        </>
      )}
    </Modal>
  );
}
