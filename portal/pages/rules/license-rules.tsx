/** The rules that open or close states for order types. Rules of one customer take precedence over those for all. */
import type { ReactNode } from 'react';
import { actionsColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { formatExact, formatTimestamp } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState, type ReadQuery } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { usStateName } from '../../design/us-states.ts';
import { LicenseDialog, type LicenseDialogValues } from './license-dialog.tsx';
import { type LicenseRule, orderTypeNames, wineryOrAllText } from './rule-records.ts';
import { RulesFrame } from './rules-frame.tsx';
import { ruleOwnerColumn, SetBy } from './weather-rules.tsx';

interface LicenseRulesProps {
  /** The query of the list of rules. */
  readonly query: ReadQuery;
  readonly rules: readonly LicenseRule[] | undefined;
  /** Whether a filter is set, which may hide rules. */
  readonly isFiltered: boolean;
  readonly filter: ReactNode;
}

export function LicenseRules({ query, rules, isFiltered, filter }: LicenseRulesProps) {
  const { dialog: target, open, close } = useAdminDialog<LicenseDialogValues>();
  return (
    <RulesFrame
      view="licenses"
      isFiltered={isFiltered}
      actions={open && <NewButton label="Open or close a state…" onClick={() => open({ open: false })} />}
    >
      {filter}
      <QueryState query={query}>
        <DataTable
          label="Licenses"
          columns={columnsWith(open)}
          rows={rules}
          rowKey={({ CustomerNo, State, OrderType }) => `${CustomerNo} ${State} ${OrderType}`}
          skeletonRows={6}
          empty={
            isFiltered ? (
              <EmptyState title="No license rule matches">A state without a rule is open.</EmptyState>
            ) : (
              <EmptyState title="All states are open">
                No rule closes a state. Close one when a license ends: its open orders wait until the state is opened.
              </EmptyState>
            )
          }
        />
      </QueryState>
      {target && <LicenseDialog target={target} onClose={close} />}
    </RulesFrame>
  );
}

function columnsWith(onChange: ((target: LicenseDialogValues) => void) | undefined): readonly Column<LicenseRule>[] {
  const columns: readonly Column<LicenseRule>[] = [
    {
      key: 'state',
      header: 'State',
      priority: 1,
      flexible: true,
      cell: ({ State }) => (
        <span title={usStateName(State)}>
          <span className="code strong">{State}</span> {usStateName(State)}
        </span>
      ),
    },
    {
      key: 'is',
      header: 'Orders',
      priority: 1,
      cell: ({ Open }) => (Open ? <Status tone="good">Open</Status> : <Status tone="warn">Closed</Status>),
    },
    {
      key: 'types',
      header: 'Order types',
      priority: 1,
      cell: ({ OrderType }) => (OrderType === '*' ? 'All' : (orderTypeNames[OrderType] ?? OrderType)),
    },
    ruleOwnerColumn,
    {
      key: 'since',
      header: 'Since',
      priority: 2,
      cell: ({ SetAt }) => (
        <span className="quiet" title={formatExact(SetAt)}>
          {formatTimestamp(SetAt)}
        </span>
      ),
    },
    { key: 'by', header: 'By', priority: 3, cell: (rule) => <SetBy {...rule} /> },
  ];
  if (onChange === undefined) return columns;
  return [
    ...columns,
    actionsColumn(({ CustomerNo, CustomerName, State, OrderType, Open }) => (
      <RowActionButton
        action={Open ? 'Close…' : 'Open…'}
        label={`${Open ? 'Close' : 'Open'} ${usStateName(State)} for ${wineryOrAllText({ CustomerNo, CustomerName })}`}
        onClick={() =>
          onChange({
            open: !Open,
            state: State,
            ...(CustomerNo !== '*' && { customerNo: CustomerNo }),
            ...(OrderType !== '*' && { orderType: OrderType }),
          })
        }
      />
    )),
  ];
}
