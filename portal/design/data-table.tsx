/**
 * The table of all lists. Columns have priorities: the narrower the table, the fewer of them are shown, so no table scrolls
 * sideways. Flexible columns share the room that is left, and cut long text. Rows can be marked and opened by mouse and
 * keyboard.
 */
import { Checkbox } from '@mantine/core';
import { type CSSProperties, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** 1 is always shown, 2 from a table width of 860 px, 3 from 980 px, 4 from 1200 px. */
  readonly priority: 1 | 2 | 3 | 4;
  readonly align?: 'end';
  /** Shares the remaining width with other flexible columns, half as much again for `more`, and ends long text with an ellipsis. */
  readonly flexible?: boolean | 'more';
}

export interface Selection<Row> {
  readonly marked: ReadonlySet<string>;
  readonly onChange: (marked: ReadonlySet<string>) => void;
  /** Rows with which nothing can be done have no box. */
  readonly canMark?: (row: Row) => boolean;
}

export interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  readonly rowLabel?: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly selection?: Selection<Row>;
  /** The row that the keyboard is on. */
  readonly activeKey?: string | undefined;
  readonly skeletonRows?: number;
  /** Shown instead of the table when there are no rows. */
  readonly empty?: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, selection, skeletonRows = 12, empty } = props;
  if (rows?.length === 0 && empty !== undefined) return <div className={styles.frame}>{empty}</div>;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-busy={rows === undefined}>
        <thead>
          <tr>
            {selection && (
              <th className={styles.mark} scope="col">
                <MarkAll rows={rows ?? []} rowKey={rowKey} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.key} scope="col" {...cellAttributes(column)} style={sharesOf(column, columns)}>
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows === undefined
            ? skeleton(columns, skeletonRows, selection !== undefined)
            : rows.map((row) => <TableRow key={rowKey(row)} row={row} table={props} />)}
        </tbody>
      </table>
    </div>
  );
}

function TableRow<Row>({ row, table }: { readonly row: Row; readonly table: DataTableProps<Row> }) {
  const { columns, rowKey, rowLabel, onOpen, selection, activeKey } = table;
  const key = rowKey(row);
  const element = useRef<HTMLTableRowElement>(null);
  const isActive = activeKey === key;
  const isMarked = selection?.marked.has(key) ?? false;
  const canMark = selection?.canMark?.(row) ?? true;
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const open = (event: MouseEvent): void => {
    // Links and controls in the row keep their own meaning, and text can be selected.
    if ((event.target as Element).closest('a, button, input, label') || getSelection()?.toString()) return;
    onOpen?.(row);
  };
  return (
    <tr
      ref={element}
      data-active={isActive || undefined}
      data-marked={isMarked || undefined}
      data-opens={onOpen !== undefined || undefined}
      onClick={open}
    >
      {selection && (
        <td className={styles.mark}>
          {canMark && (
            <Checkbox
              aria-label={`Mark ${rowLabel?.(row) ?? key}`}
              checked={isMarked}
              onChange={() => selection.onChange(toggled(selection.marked, key))}
            />
          )}
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} {...cellAttributes(column)}>
          {column.cell(row)}
        </td>
      ))}
    </tr>
  );
}

interface MarkAllProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selection: Selection<Row>;
}

function MarkAll<Row>({ rows, rowKey, selection }: MarkAllProps<Row>) {
  const keys = rows.filter((row) => selection.canMark?.(row) ?? true).map(rowKey);
  const marked = keys.filter((key) => selection.marked.has(key)).length;
  const isAll = marked > 0 && marked === keys.length;
  return (
    <Checkbox
      aria-label="Mark all rows of this page"
      checked={isAll}
      indeterminate={marked > 0 && !isAll}
      disabled={keys.length === 0}
      onChange={() => selection.onChange(isAll ? new Set() : new Set(keys))}
    />
  );
}

/** Returns the marked keys with the key added, or removed if it was marked. */
export function toggled(marked: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(marked);
  if (!next.delete(key)) next.add(key);
  return next;
}

const cellAttributes = <Row,>({ priority, align, flexible }: Column<Row>) => ({
  'data-priority': priority,
  'data-align': align,
  'data-flexible': flexible ? true : undefined,
});

const weightOf = ({ flexible }: Column<never>): number => (flexible === 'more' ? 3 : flexible ? 2 : 0);

/**
 * The share of a flexible column for each priority that can be the last one shown. The shares of the columns that are shown are 100%
 * together: where they are more, browsers leave nothing to the last one.
 */
function sharesOf<Row>(column: Column<Row>, columns: readonly Column<Row>[]): CSSProperties | undefined {
  if (!column.flexible) return undefined;
  const shares = ([1, 2, 3, 4] as const).flatMap((last) => {
    const shown = columns.filter(({ priority }) => priority <= last);
    const total = shown.reduce((sum, each) => sum + weightOf(each), 0);
    return shown.includes(column) ? [[`--share-${last}`, `${(100 * weightOf(column)) / total}%`]] : [];
  });
  return Object.fromEntries(shares);
}

/** Empty rows of the right height, so that nothing moves when the real rows arrive. */
function skeleton<Row>(columns: readonly Column<Row>[], count: number, hasMarks: boolean): ReactNode {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no identity
    <tr key={row} data-skeleton>
      {hasMarks && <td className={styles.mark} />}
      {columns.map((column, at) => (
        <td key={column.key} {...cellAttributes(column)}>
          <span className={styles.bone} data-width={(row + at * 2) % 3} />
        </td>
      ))}
    </tr>
  ));
}
