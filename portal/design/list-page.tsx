/** The page of a list: how many rows it has, its views and filters, the rows, and the pages before and after. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReplyOf, RequestOf } from '../api/client.ts';
import type { ExportedList } from '../api/download.ts';
import { type OperationOptions, useOperation } from '../api/queries.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { ExportButton } from './export-button.tsx';
import { KeysetPager } from './keyset-pager.tsx';
import { ListCount } from './list-count.tsx';
import { Page, Tabs } from './page.tsx';
import { useRowKeys } from './row-keys.ts';
import { QueryState, type ReadQuery } from './states.tsx';
import { type SteadyRows, useSteadyRows } from './steady-rows.ts';

/** The properties of a list's query that its page uses. */
interface ListQuery extends ReadQuery {
  readonly data: { readonly Count?: number | string; readonly Next?: string } | undefined;
  readonly isPlaceholderData: boolean;
}

type RecordOf<Path extends ExportedList['list']> =
  ReplyOf<Path> extends { readonly Records: readonly (infer Row)[] } ? Row : never;

/**
 * The page of a list that the address names, and its export, for `ListPage`. A list that is not enabled has no rows, also while
 * those of other filters are still there.
 */
export function useList<Path extends ExportedList['list']>(
  path: Path,
  filters: RequestOf<Path>,
  rowKey: (row: RecordOf<Path>) => string,
  { isEnabled = true, ...options }: Pick<OperationOptions, 'isEnabled' | 'refreshMs'> = {},
) {
  const { after } = useSearch({ from: '__root__' });
  const request = { ...filters, ...(after && { After: after }) };
  const read = useOperation(path, request, { keepsPrevious: true, isEnabled, ...options });
  const { Records: rows } = (read.data ?? {}) as { readonly Records?: readonly RecordOf<Path>[] };
  const key = read.isPlaceholderData ? undefined : JSON.stringify(request);
  const steady = useSteadyRows({ rows, rowKey, list: key, hasMarks: false });
  return {
    list: isEnabled ? read : { ...read, data: undefined },
    steady: isEnabled ? steady : { ...steady, rows: [], changes: 0 },
    rowKey,
    exported: { list: path, filters } as ExportedList,
  };
}

interface ListPageProps<Row> extends Pick<DataTableProps<Row>, 'columns' | 'rowKey' | 'onOpen' | 'empty'> {
  readonly title: string;
  /** The accessible name of the table, where the title is not suitable. */
  readonly label?: string;
  /** The singular of what is counted: `order`. */
  readonly one: string;
  /** The plural, where it is not `one` with an `s`. */
  readonly many?: string;
  readonly actions?: ReactNode;
  /** The list with its filters, for its export. */
  readonly exported: ExportedList;
  readonly list: ListQuery;
  readonly steady: SteadyRows<Row>;
  /** Above the rows: views and filters. */
  readonly head: ReactNode;
  readonly isNewestFirst?: boolean;
  /** Dialogs. */
  readonly children?: ReactNode;
}

export function ListPage<Row>({
  title,
  label = title,
  one,
  many,
  actions,
  exported,
  list,
  steady: { rows, changes, refresh },
  head,
  isNewestFirst = false,
  children,
  ...table
}: ListPageProps<Row>) {
  const { after } = useSearch({ from: '__root__' });
  const { rowKey, onOpen } = table;
  const activeKey = useRowKeys({ rows: rows ?? [], rowKey, ...(onOpen && { onOpen }) });
  const count = { one, ...(many !== undefined && { many }), changes, onRefresh: refresh };
  return (
    <Page
      title={title}
      aside={<ListCount list={list} {...count} />}
      actions={
        <>
          <ExportButton exported={exported} isDisabled={!rows?.length} />
          {actions}
        </>
      }
    >
      {head}
      <QueryState query={list}>
        <DataTable label={label} rows={rows} activeKey={activeKey} {...table} />
      </QueryState>
      <KeysetPager
        after={after}
        next={list.data?.Next}
        isLoading={list.isPlaceholderData}
        isNewestFirst={isNewestFirst}
      />
      {children}
    </Page>
  );
}

/** A view of a list, shown as a tab by `ViewTabs`. `name` is its value of `view` in the address. */
export interface ViewOption<Name extends string = string> {
  readonly name: Name;
  readonly label: string;
}

interface ViewTabsProps<View extends ViewOption> {
  /** The page of the list. */
  readonly to: string;
  /** The first one is shown when the address names none. */
  readonly views: readonly View[];
  readonly current: View;
}

/** The views of a list as tabs. The filters stay when the view changes. */
export function ViewTabs<View extends ViewOption>({ to, views, current }: ViewTabsProps<View>) {
  const search = useSearch({ from: '__root__' });
  const tabs = views.map(({ name, label }) => ({
    label,
    to,
    isCurrent: name === current.name,
    search: { ...search, view: name === views[0]?.name ? undefined : name, after: undefined },
  }));
  return <Tabs label="Views" tabs={tabs} />;
}

interface DocumentRow {
  readonly CustomerNo: string;
  readonly TransactionReferenceNumber: string;
}

/** The key of a row that is a document of a winery. */
export const documentRowKey = ({ CustomerNo, TransactionReferenceNumber }: DocumentRow): string =>
  `${CustomerNo}/${TransactionReferenceNumber}`;

/** Returns a function that opens the page of a row's document. */
export function useOpenDocument(
  to:
    | '/orders/$customerNo/$reference'
    | '/returns/$customerNo/$reference'
    | '/transactions/$customerNo/$reference'
    | '/purchase-orders/$customerNo/$reference'
    | '/transfer-orders/$customerNo/$reference',
): (row: DocumentRow) => void {
  const navigate = useNavigate();
  return ({ CustomerNo, TransactionReferenceNumber }) =>
    void navigate({ to, params: { customerNo: CustomerNo, reference: TransactionReferenceNumber } });
}
