/** Each warehouse in the next days: until when it ships, or why it does not. */
import { type CarrierNames, useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ErrorState } from '../../design/states.tsx';
import styles from './calendars.module.css';
import { CalendarsFrame, timeOfDay } from './calendars-frame.tsx';

type Row = ReplyOf<'/api/Calendars/NextDays'>['Records'][number];
type Day = Row['Days'][number];

const dayCount = 7;
const weekday = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });

export function NextDaysView() {
  const names = useCarrierNames();
  const list = useOperation('/api/Calendars/NextDays', { Days: dayCount }, { refreshMs: 60_000 });
  const rows = list.data?.Records;
  const columns: readonly Column<Row>[] = [
    {
      key: 'warehouse',
      header: 'Warehouse',
      priority: 1,
      flexible: true,
      cell: ({ Warehouse, TimeZone }) => (
        <span className="code strong" title={TimeZone}>
          {Warehouse}
        </span>
      ),
    },
    ...Array.from(
      { length: dayCount },
      (_, at): Column<Row> => ({
        key: `day ${at}`,
        header: dayHeader(rows, at),
        priority: at < 4 ? 1 : at < 6 ? 2 : 4,
        cell: ({ Days }) => {
          const day = Days[at];
          return day && <DayCell day={day} names={names} />;
        },
      }),
    ),
  ];
  return (
    <CalendarsFrame view="days">
      <p className="quiet">
        The last cutoff of each day, in the warehouse’s time zone; all of them in the tooltip. Wineries in the test
        environment have clocks of their own.
      </p>
      {list.error ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : (
        <DataTable label="Next days" columns={columns} rows={rows} rowKey={({ Warehouse }) => Warehouse} />
      )}
    </CalendarsFrame>
  );
}

/** Warehouses east of others begin a day earlier; the header is that of the first. */
function dayHeader(rows: readonly Row[] | undefined, at: number): string {
  const day = rows?.[0]?.Days[at]?.Day;
  if (day === undefined) return '';
  const [month = 1, date = 1, year = 0] = day.split('/').map(Number);
  return weekday.format(new Date(year, month - 1, date, 12));
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
  const tooltip = Cutoffs.map(
    ({ Cutoff, Services }) =>
      `${timeOfDay(Cutoff)}: ${Services.map((service) => serviceInWords(service, names)).join(', ')}`,
  );
  return (
    <span className={last.HasPassed ? styles.passed : 'number'} title={tooltip.join('\n')}>
      {last.HasPassed ? 'Over' : timeOfDay(last.Cutoff)}
    </span>
  );
}

function serviceInWords(service: string, { carrierName, serviceName }: CarrierNames): string {
  if (service === '*') return 'all others';
  const [carrier = '', code = ''] = service.split(' ');
  return `${carrierName(carrier)} ${serviceName(carrier, code)}`;
}
