/** The schedules that release waiting orders automatically: the time of each, its filters, and the result of its last run. */

import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { type CarrierNames, useCarrierNames } from '../../api/carriers.ts';
import { call } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { ChoiceFilter, FilterBar } from '../../design/filters.tsx';
import { countOf, formatExact, formatTimestamp } from '../../design/format.ts';
import { PlusIcon } from '../../design/icons.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { weekdaysInWords } from '../../design/working-days.tsx';
import { NoWorkedWarehouse, useWorkedWarehouse } from '../../station/worked-warehouses.tsx';
import { ReleaseFrame } from './release-frame.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { type Schedule, scheduleFiltersInWords, scheduleTimeInWords, waveGroupingInWords } from './schedule-words.ts';

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'remove'; readonly schedule: Schedule };

export function SchedulesView() {
  const search = useSearch({ from: '__root__' });
  const names = useCarrierNames();
  const { codes, code } = useWorkedWarehouse();
  const { dialog, open, close } = useDialog<Dialog>();
  const filters = search.warehouse ? { Warehouses: [search.warehouse] } : {};
  const list = useOperation('/api/Floor/ListSchedules', filters, { keepsPrevious: true, refreshMs: 60_000 });
  return (
    <ReleaseFrame
      view="schedules"
      actions={
        <>
          <ExportButton
            exported={{ list: '/api/Floor/ListSchedules', filters: filters }}
            isDisabled={!list.data?.Records.length}
          />
          <Button leftSection={<PlusIcon size={16} />} disabled={!codes?.length} onClick={() => open({ kind: 'new' })}>
            New schedule…
          </Button>
        </>
      }
    >
      <FilterBar names={['warehouse']} search={search}>
        <ChoiceFilter name="warehouse" label="Warehouse" options={codes} />
      </FilterBar>
      <QueryState query={list}>
        <DataTable
          label="Schedules"
          columns={columnsWith(names, open)}
          rows={list.data?.Records}
          rowKey={({ Schedule: id }) => id}
          skeletonRows={4}
          empty={
            codes?.length === 0 ? <NoWorkedWarehouse purpose="to release its orders by schedules" /> : <NoSchedules />
          }
        />
      </QueryState>
      {dialog?.kind === 'new' && <ScheduleDialog warehouses={codes ?? []} warehouse={code} onClose={close} />}
      {dialog?.kind === 'change' && (
        <ScheduleDialog
          warehouses={codes ?? []}
          warehouse={dialog.schedule.Warehouse}
          schedule={dialog.schedule}
          onClose={close}
        />
      )}
      {dialog?.kind === 'remove' && <RemoveDialog schedule={dialog.schedule} onClose={close} />}
    </ReleaseFrame>
  );
}

function NoSchedules() {
  return (
    <EmptyState title="Nothing is released by a schedule">
      A schedule releases what waits at a time of the day, or some minutes before a cutoff.
    </EmptyState>
  );
}

const everyDay = [1, 2, 3, 4, 5, 6, 7];

const columnsWith = (names: CarrierNames, open: (dialog: Dialog) => void): readonly Column<Schedule>[] => [
  {
    key: 'name',
    header: 'Schedule',
    priority: 1,
    flexible: 'more',
    cell: (schedule) => (
      <span className="wrap" title={`Set by ${schedule.ChangedBy}`}>
        <span className="strong">{schedule.Name}</span>
        <br />
        <span className="quiet">
          <span className="code">{schedule.Warehouse}</span> · {scheduleFiltersInWords(schedule, names)};{' '}
          {waveGroupingInWords(schedule).toLowerCase()}
        </span>
      </span>
    ),
  },
  {
    key: 'when',
    header: 'When',
    priority: 1,
    flexible: true,
    cell: (schedule) => (
      <span className="wrap" title="In the time of the warehouse">
        <span>{scheduleTimeInWords(schedule, names)}</span>
        <br />
        <span className="quiet">{weekdaysInWords(schedule.Days ?? everyDay)}</span>
      </span>
    ),
  },
  {
    key: 'next',
    header: 'Next run',
    priority: 1,
    cell: ({ NextRunAt, Warehouse }) =>
      NextRunAt === '' ? (
        <span className="quiet" title={`${Warehouse} does not work on these days, or is automatic`}>
          Never
        </span>
      ) : (
        <span title={formatExact(NextRunAt)}>{formatTimestamp(NextRunAt)}</span>
      ),
  },
  { key: 'last', header: 'Last run', priority: 1, cell: ({ LastRun: run }) => <LastRun run={run} /> },
  actionsColumn((schedule) => (
    <>
      <RowActionButton
        action="Change…"
        label={`Change ${schedule.Name}`}
        onClick={() => open({ kind: 'change', schedule })}
      />
      <RowActionButton
        action="Remove…"
        label={`Remove ${schedule.Name}`}
        onClick={() => open({ kind: 'remove', schedule })}
      />
    </>
  )),
];

function LastRun({ run }: { readonly run: Schedule['LastRun'] }) {
  if (run === undefined) return <span className="quiet">Not yet</span>;
  const { At, Released, Bottles, Waves, Message } = run;
  const details = [
    formatExact(At),
    Message || `${countOf(Released, 'order')}, ${countOf(Bottles, 'bottle')}`,
    ...(Waves.length > 0 ? [`Waves ${Waves.join(', ')}`] : []),
  ];
  return (
    <span className="wrap" title={details.join('\n')}>
      {Message === '' ? countOf(Released, 'order') : 'Nothing released'}
      <br />
      <span className="quiet nowrap">{formatTimestamp(At)}</span>
    </span>
  );
}

function RemoveDialog({ schedule, onClose }: { readonly schedule: Schedule; readonly onClose: () => void }) {
  const { Schedule: id, Name, Warehouse, Version } = schedule;
  const run = async (): Promise<void> => {
    await call('/api/Floor/RemoveSchedule', { Schedule: id, ExpectedVersion: Version });
    notify(`${Name} is removed.`);
    onClose();
  };
  return (
    <Confirm title={`Remove ${Name}`} action="Remove schedule" isDangerous onConfirm={run} onClose={onClose}>
      <p>It releases no more orders of {Warehouse}. Its waves stay, and people release what waits.</p>
    </Confirm>
  );
}
