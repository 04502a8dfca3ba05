/** Releases waves: first a preview, then the outcome of each order with a link to its wave. */
import { Button, Checkbox, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useCarrierNames } from '../../api/carriers.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { countColumn, wineryColumn } from '../../design/columns.tsx';
import { DialogError } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DialogButtons, DialogList } from '../../design/dialog-parts.tsx';
import { DoneButton } from '../../design/done-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { useInitialValue } from '../../design/initial-value.ts';
import { useReturnFocus } from '../../design/return-focus.ts';
import { Status } from '../../design/status.tsx';
import { useSubmission } from '../../design/submission.ts';
import { type PlannedWave, plannedWaveName, waveRowKey } from './planned-wave.ts';
import styles from './release-waves-dialog.module.css';

type Released = ReplyOf<'/api/Floor/Release'>;
type Outcome = Released['Outcomes'][number];

/** The most orders of one release. */
const maxOrders = 500;

interface DialogProps {
  readonly warehouse: string;
  readonly waves: readonly PlannedWave[];
  /** @param isDone whether a wave was sent, even if all of its orders stayed. */
  readonly onClose: (isDone: boolean) => void;
}

export function ReleaseWavesDialog({ onClose, ...current }: DialogProps) {
  useReturnFocus();
  // Keep the waves that the person has seen, even if the list has changed by now.
  const { warehouse, waves: planned } = useInitialValue(current);
  const [isOne, setIsOne] = useState(false);
  const [made, setMade] = useState<readonly Released[]>([]);
  const [isDone, setIsDone] = useState(false);
  const { isRunning, error, run } = useSubmission();
  const names = useCarrierNames();
  const orders = planned.reduce((sum, { Orders }) => sum + Orders, 0);
  const bottles = planned.reduce((sum, { Bottles }) => sum + Bottles, 0);
  const canBeOne = planned.length > 1 && orders <= maxOrders;

  const release = () =>
    run(async () => {
      const wanted = isOne
        ? [{ Name: '', Orders: planned.flatMap(({ References }) => References) }]
        : planned.map((wave) => ({ Name: plannedWaveName(wave, names), Orders: wave.References }));
      const results = [...made];
      // After an error it continues with the wave that failed.
      for (const { Name, Orders } of wanted.slice(made.length)) {
        results.push(await call('/api/Floor/Release', { Warehouse: warehouse, Orders, ...(Name && { Name }) }));
        setMade([...results]);
      }
      setIsDone(true);
    });
  const released = made.reduce((sum, { Released: count }) => sum + count, 0);
  const stayed = made.reduce((sum, { Outcomes }) => sum + Outcomes.length, 0) - released;
  const wavesText = countOf(isOne ? 1 : planned.length, 'wave');
  const close = (): void => onClose(made.length > 0);
  return (
    <Modal opened onClose={() => !isRunning && close()} title={isDone ? 'Released' : `Release ${wavesText}`} size={720}>
      <p className={styles.summary} aria-live="polite">
        {made.length === 0
          ? `${countOf(orders, 'order')} with ${countOf(bottles, 'bottle')}. They can no longer be changed or canceled by their wineries.`
          : `${countOf(released, 'order')} released${stayed > 0 ? `, ${formatCount(stayed)} stay` : ''}.`}
      </p>
      {made.length === 0 ? (
        <DataTable
          label="Waves that will be made"
          columns={[
            { key: 'name', header: 'Wave', priority: 1, flexible: true, cell: (wave) => plannedWaveName(wave, names) },
            countColumn('Orders', 'Orders'),
            countColumn('Bottles', 'Bottles'),
          ]}
          rows={planned}
          rowKey={waveRowKey}
        />
      ) : (
        <DialogList label="Orders and what became of them">
          <Results made={made} />
        </DialogList>
      )}
      {canBeOne && made.length === 0 && (
        <Checkbox
          className={styles.option ?? ''}
          label="Make one wave of all"
          checked={isOne}
          disabled={isRunning}
          onChange={(event) => setIsOne(event.currentTarget.checked)}
        />
      )}
      {error !== undefined && <DialogError error={error} />}
      <DialogButtons>
        {isDone ? (
          <DoneButton onClick={close} />
        ) : (
          <>
            <Button variant="default" onClick={close} disabled={isRunning}>
              {made.length === 0 ? 'Cancel' : 'Close'}
            </Button>
            <Button onClick={() => void release()} loading={isRunning} data-autofocus>
              {made.length === 0 ? `Release ${countOf(orders, 'order')}` : 'Release the rest'}
            </Button>
          </>
        )}
      </DialogButtons>
    </Modal>
  );
}

type Result = Outcome & Pick<Released, 'Wave' | 'Number'>;

const resultColumns: readonly Column<Result>[] = [
  {
    key: 'result',
    header: 'Result',
    priority: 1,
    cell: ({ Released: isReleased }) =>
      isReleased ? <Status tone="good">Released</Status> : <Status tone="warn">Stayed</Status>,
  },
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    flexible: 'more',
    cell: ({ Message }) => <span className="wrap">{Message}</span>,
  },
  wineryColumn(),
  {
    key: 'wave',
    header: 'Wave',
    priority: 1,
    align: 'end',
    cell: ({ Wave, Number: number, Released: isReleased }) =>
      isReleased && (
        <Link to="/waves/$wave" params={{ wave: Wave }}>
          Wave {number}
        </Link>
      ),
  },
];

/** Orders that stay come first, because a person must read why. */
function Results({ made }: { readonly made: readonly Released[] }) {
  const results = made.flatMap(({ Outcomes, ...wave }) => Outcomes.map((each) => ({ ...wave, ...each })));
  return (
    <DataTable
      label="Results"
      columns={resultColumns}
      rows={results.toSorted((one, other) => Number(one.Released) - Number(other.Released))}
      rowKey={({ CustomerNo, TransactionReferenceNumber }) => `${CustomerNo} ${TransactionReferenceNumber}`}
    />
  );
}
