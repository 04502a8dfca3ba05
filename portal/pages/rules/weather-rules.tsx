/** The weather windows: where nothing ships, when, and how many orders each of them holds now. */
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { actionsColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { countOf, formatExact } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState, type ReadQuery } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { WineryName } from '../../design/winery-name.tsx';
import {
  hasWeatherWindowBegun,
  type WeatherWindow,
  weatherExemptionsInWords,
  weatherPeriodInWords,
  weatherPlacesInWords,
  wineryOrAllText,
} from './rule-records.ts';
import { RulesFrame } from './rules-frame.tsx';
import { CloseWeatherWindowDialog, OpenWeatherWindowDialog } from './weather-dialogs.tsx';

interface WeatherRulesProps {
  /** The query of the list of rules. */
  readonly query: ReadQuery;
  readonly windows: readonly WeatherWindow[] | undefined;
}

export function WeatherRules({ query, windows }: WeatherRulesProps) {
  const { isLead: mayChange } = useOperator();
  const { dialog, open, close } = useDialog<WeatherWindow | 'new'>();
  const held = useOperation('/api/Holds/Summary', { Reasons: ['Weather'] }, { refreshMs: 60_000 });
  const counts = new Map(held.data?.Groups.map(({ Cause, Orders }) => [Cause, Orders]));
  return (
    <RulesFrame view="weather" actions={mayChange && <NewButton label="New window…" onClick={() => open('new')} />}>
      <QueryState query={query}>
        <DataTable
          label="Weather windows"
          columns={columnsWith(held.data && counts, mayChange ? open : undefined)}
          // With their counts: a link that appears later would move what the keyboard is on.
          rows={held.isPending ? undefined : windows}
          rowKey={({ WindowId }) => WindowId}
          skeletonRows={4}
          empty={
            <EmptyState title="No weather window is open">
              Orders ship to all states. Open a window before heat or frost: it holds the orders of its days and
              releases them afterwards.
            </EmptyState>
          }
        />
      </QueryState>
      {dialog === 'new' && <OpenWeatherWindowDialog onClose={close} />}
      {dialog !== undefined && dialog !== 'new' && <CloseWeatherWindowDialog window={dialog} onClose={close} />}
    </RulesFrame>
  );
}

function columnsWith(
  counts: ReadonlyMap<string, number> | undefined,
  onClose: ((window: WeatherWindow) => void) | undefined,
): readonly Column<WeatherWindow>[] {
  const columns: readonly Column<WeatherWindow>[] = [
    {
      key: 'places',
      header: 'Nothing ships to',
      priority: 1,
      flexible: true,
      cell: (window) => <span className="strong wrap">{weatherPlacesInWords(window)}</span>,
    },
    { key: 'period', header: 'Days', priority: 1, cell: weatherPeriodInWords },
    {
      key: 'state',
      header: 'State',
      priority: 1,
      cell: (window) =>
        hasWeatherWindowBegun(window) || (counts?.get(window.WindowId) ?? 0) > 0 ? (
          <Status tone="warn">In force</Status>
        ) : (
          <Status tone="info">To come</Status>
        ),
    },
    {
      key: 'holds',
      header: 'Holds now',
      priority: 1,
      align: 'end',
      cell: ({ WindowId }) => {
        const count = counts?.get(WindowId) ?? 0;
        if (counts === undefined) return null;
        if (count === 0) return <span className="quiet">None</span>;
        return (
          <Link to="/holds" search={{ reason: 'Weather', cause: WindowId }}>
            {countOf(count, 'order')}
          </Link>
        );
      },
    },
    ruleOwnerColumn,
    {
      key: 'exempt',
      header: 'Still ships',
      priority: 2,
      cell: (window) => weatherExemptionsInWords(window) || <span className="quiet">Nothing</span>,
    },
    {
      key: 'note',
      header: 'Note',
      priority: 3,
      flexible: true,
      cell: ({ Description }) => <span className="quiet wrap">{Description}</span>,
    },
    { key: 'by', header: 'By', priority: 4, cell: (rule) => <SetBy {...rule} /> },
  ];
  if (onClose === undefined) return columns;
  return [
    ...columns,
    actionsColumn((window) => (
      <RowActionButton
        action="Close…"
        label={`Close the window for ${weatherPlacesInWords(window)}`}
        onClick={() => onClose(window)}
      />
    )),
  ];
}

/** Whom a rule applies to. */
export const ruleOwnerColumn: Column<{ readonly CustomerNo: string; readonly CustomerName: string }> = {
  key: 'owner',
  header: 'For',
  priority: 1,
  flexible: true,
  cell: (rule) => (rule.CustomerNo === '*' ? wineryOrAllText(rule) : <WineryName {...rule} />),
};

/** Who set a rule; since when in the tooltip. */
export function SetBy({ SetBy: by, SetAt }: { readonly SetBy: string; readonly SetAt: string }) {
  return (
    <span className="quiet" title={formatExact(SetAt)}>
      {by.replace(/^operator:/, '')}
    </span>
  );
}
