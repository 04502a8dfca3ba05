/** The next days of each warehouse: its cutoffs, or the reason why it does not ship. */
import { Tooltip } from '@mantine/core';
import { type CarrierNames, servicesInWords, useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { QueryState } from '../../design/states.tsx';
import styles from './calendars.module.css';
import { CalendarsFrame, cityOf, timeOfDay } from './calendars-frame.tsx';

type Row = ReplyOf<'/api/Calendars/NextDays'>['Records'][number];
type Day = Row['Days'][number];

const dayCount = 7;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'numeric', day: 'numeric' });

export function NextDaysView() {
  const names = useCarrierNames();
  const list = useOperation('/api/Calendars/NextDays', { Days: dayCount }, { refreshMs: 60_000 });
  const rows = list.data?.Records;
  const columns: readonly Column<Row>[] = [
    {
      key: 'warehouse',
      header: 'Whse',
      priority: 1,
      cell: ({ Warehouse, TimeZone }) => (
        <span className="code strong" title={TimeZone}>
          {Warehouse}
        </span>
      ),
    },
    {
      key: 'zone',
      header: 'Time zone',
      priority: 2,
      flexible: true,
      cell: ({ TimeZone }) => <span className="quiet">{cityOf(TimeZone)}</span>,
    },
    ...columnDays(rows).map(
      (date, at): Column<Row> => ({
        key: `day ${at}`,
        header: date === undefined ? '' : dayHeader(date),
        priority: 1,
        cell: ({ Days }) => {
          const day = Days.find(({ Day }) => Day === date);
          return day && <DayCell day={day} names={names} />;
        },
      }),
    ),
  ];
  return (
    <CalendarsFrame view="days">
      <p className="quiet">
        The last cutoff of each day, in the warehouse’s time zone. Point at a day, or touch it, for all of them.
        Wineries in the test environment have clocks of their own.
      </p>
      <QueryState query={list}>
        <DataTable label="Next days" columns={columns} rows={rows} rowKey={({ Warehouse }) => Warehouse} />
      </QueryState>
    </CalendarsFrame>
  );
}

/** The days of the columns: the first of all warehouses' days in order, because warehouses in other time zones may begin with another day. Each is undefined while loading. */
function columnDays(rows: readonly Row[] | undefined): readonly (string | undefined)[] {
  const days = new Set(rows?.flatMap(({ Days }) => Days.map(({ Day }) => Day)));
  const inOrder = [...days].sort((one, other) => timeOf(one) - timeOf(other));
  return Array.from({ length: dayCount }, (_, at) => inOrder[at]);
}

const dayHeader = (date: string): string => weekday.format(timeOf(date));

/** Noon of `11/25/2026` in the browser's time zone. */
function timeOf(date: string): number {
  const [month = 1, day = 1, year = 0] = date.split('/').map(Number);
  return new Date(year, month - 1, day, 12).getTime();
}

interface DayCellProps {
  readonly day: Day;
  readonly names: CarrierNames;
}

function DayCell({ day: { IsWorkingDay, Holiday, Cutoffs }, names }: DayCellProps) {
  if (!IsWorkingDay) {
    return (
      <span className={Holiday === undefined ? 'quiet' : styles.holiday} title={Holiday ?? 'Not a working day'}>
        {Holiday ?? 'Closed'}
      </span>
    );
  }
  const last = Cutoffs.at(-1);
  if (last === undefined) return <span className="quiet">Closed</span>;
  const tooltip = Cutoffs.map(({ Cutoff, Services }) => `${timeOfDay(Cutoff)}: ${servicesInWords(Services, names)}`);
  return (
    <Tooltip
      label={tooltip.join('\n')}
      classNames={{ tooltip: styles.cutoffs ?? '' }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <button type="button" className={last.HasPassed ? styles.passed : styles.cutoff}>
        {last.HasPassed ? 'Over' : timeOfDay(last.Cutoff)}
      </button>
    </Tooltip>
  );
}
