/** Days on which neither the warehouses nor the carriers work. */

import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn, textColumn } from '../../design/columns.tsx';
import { Confirm } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ReplacementNote, useListedVersion } from '../../design/expected-version.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { TextField } from '../../design/fields.tsx';
import { ChoiceFilter } from '../../design/filters.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { notify } from '../../design/toasts.tsx';
import { CalendarsFrame } from './calendars-frame.tsx';

type Holiday = ReplyOf<'/api/Calendars/ListHolidays'>['Records'][number];
type Dialog = { readonly kind: 'new' } | { readonly kind: 'remove'; readonly holiday: Holiday };

const full = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });

function dayInWords(date: string): string {
  const [month = 1, day = 1, year = 0] = date.split('/').map(Number);
  return full.format(new Date(year, month - 1, day, 12));
}

export function HolidaysView() {
  const { year } = useSearch({ from: '__root__' });
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const thisYear = new Date().getFullYear();
  const shown = Number(year ?? thisYear);
  const list = useOperation('/api/Calendars/ListHolidays', { Year: shown });
  const years = Array.from({ length: 6 }, (_, at) => String(thisYear - 1 + at));
  return (
    <CalendarsFrame
      view="holidays"
      actions={
        <>
          <ExportButton
            exported={{ list: '/api/Calendars/ListHolidays', filters: { Year: shown } }}
            isDisabled={!list.data?.Records.length}
          />
          {open && <NewButton label="New holiday…" onClick={() => open({ kind: 'new' })} />}
        </>
      }
    >
      <search className="bar">
        <ChoiceFilter name="year" label="Year" options={years} unset={String(shown)} />
      </search>
      <QueryState query={list}>
        <DataTable
          label="Holidays"
          columns={columnsWith(open)}
          rows={list.data?.Records}
          rowKey={({ Day }) => Day}
          skeletonRows={6}
          empty={
            <EmptyState title={`No holidays in ${shown}`}>
              All working days of the warehouses count. Add the days on which carriers do not work.
            </EmptyState>
          }
        />
      </QueryState>
      {dialog?.kind === 'new' && <HolidayDialog onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveHolidayDialog holiday={dialog.holiday} onClose={close} />}
    </CalendarsFrame>
  );
}

function columnsWith(open: ((dialog: Dialog) => void) | undefined): readonly Column<Holiday>[] {
  const columns: readonly Column<Holiday>[] = [
    { key: 'day', header: 'Day', priority: 1, cell: ({ Day }) => <span className="strong">{dayInWords(Day)}</span> },
    textColumn('Name', 'Holiday'),
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((holiday) => (
      <RowActionButton
        action="Remove…"
        label={`Remove ${holiday.Name}`}
        onClick={() => open({ kind: 'remove', holiday })}
      />
    )),
  ];
}

function HolidayDialog({ onClose }: { readonly onClose: () => void }) {
  const [day, setDay] = useState('');
  const [name, setName] = useState('');
  const date = day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
  const year = Number(day.slice(0, day.indexOf('-')));
  const list = useOperation('/api/Calendars/ListHolidays', { Year: year }, { isEnabled: year >= 2000 && year <= 9999 });
  const isOnDay = ({ Day }: Holiday): boolean => Day === date;
  const replaced = list.data?.Records.find(isOnDay);
  const version = useListedVersion(replaced, '/api/Calendars/ListHolidays', { Year: year }, isOnDay, date);
  const run = async (): Promise<void> => {
    const written = { Day: date, Name: name.trim() };
    const saved = await version.send((expected) => call('/api/Calendars/SetHoliday', { ...written, ...expected }));
    notify(`${saved.Name}: nothing ships on ${dayInWords(saved.Day)}.`);
    onClose();
  };
  return (
    <Confirm
      title="New holiday"
      action={replaced ? 'Replace holiday' : 'Add holiday'}
      isDisabled={list.data === undefined || name.trim() === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        No warehouse ships and no carrier works on this day: ship dates and delivery estimates skip it, within three
        seconds.
        {replaced && ` There is a holiday on this day, “${replaced.Name}”, which is replaced.`}
      </p>
      <TextField type="date" label="Day" value={day} onChange={setDay} data-autofocus />
      <TextField label="Name" placeholder="Thanksgiving Day" maxLength={100} value={name} onChange={setName} />
      <ReplacementNote version={version} />
      <QueryState query={list}>{null}</QueryState>
    </Confirm>
  );
}

function RemoveHolidayDialog({ holiday, onClose }: { readonly holiday: Holiday; readonly onClose: () => void }) {
  const { Day, Name, Version } = holiday;
  const run = async (): Promise<void> => {
    await call('/api/Calendars/RemoveHoliday', { Day, ExpectedVersion: Version });
    notify(`${dayInWords(Day)} is a working day.`);
    onClose();
  };
  return (
    <Confirm title={`Remove ${Name}`} action="Remove holiday" isDangerous onConfirm={run} onClose={onClose}>
      <p>Warehouses that work on that weekday ship on {dayInWords(Day)}, and carriers deliver, within three seconds.</p>
    </Confirm>
  );
}
