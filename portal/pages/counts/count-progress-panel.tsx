/** How far the counts of a warehouse are; a lead opens counts of all that it has, and cancels what is left. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { TextField } from '../../design/fields.tsx';
import { Figures } from '../../design/figures.tsx';
import { countOf, formatDateField } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { QueryState } from '../../design/states.tsx';
import styles from './count-progress-panel.module.css';
import { CancelCountsDialog, CountWarehouseDialog } from './stock-take-dialogs.tsx';

export function CountProgressPanel({ warehouse }: { readonly warehouse: string }) {
  const [since, setSince] = useState('');
  const [dialog, setDialog] = useState<'open' | 'cancel'>();
  const progress = useOperation(
    '/api/Counts/Progress',
    { Warehouse: warehouse, ...(since !== '' && { Since: since }) },
    { keepsPrevious: true },
  );
  const { Open, Counted, Recount, ToApprove, Done, Places, SinceDay = '', Zones = [] } = progress.data ?? {};
  const day = since === '' ? SinceDay : since;
  const left = (Open ?? 0) + (Counted ?? 0) + (Recount ?? 0);
  const close = (): void => setDialog(undefined);
  return (
    <Panel
      title="Progress"
      note={Places === undefined ? undefined : `${countOf(Places, 'place')} to count now`}
      actions={
        <>
          <Button variant="default" onClick={() => setDialog('cancel')} disabled={left === 0}>
            Cancel what is left…
          </Button>
          <Button variant="default" onClick={() => setDialog('open')} disabled={progress.data === undefined}>
            Count the warehouse…
          </Button>
        </>
      }
    >
      <QueryState query={progress}>
        <Figures
          label="Counts by state"
          figures={[
            { label: 'To be counted', value: Open },
            { label: 'Counted in part', value: Counted },
            { label: 'Counted again', value: Recount },
            { label: 'To approve', value: ToApprove, tone: 'warn' },
            { label: day === '' ? 'Done' : `Done since ${formatDateField(day)}`, value: Done },
          ]}
        />
        <TextField className={styles.since ?? ''} type="date" label="Done since" value={day} onChange={setSince} />
      </QueryState>
      {dialog === 'open' && <CountWarehouseDialog warehouse={warehouse} zones={Zones} onClose={close} />}
      {dialog === 'cancel' && <CancelCountsDialog warehouse={warehouse} zones={Zones} onClose={close} />}
    </Panel>
  );
}
