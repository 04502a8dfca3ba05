/**
 * The table of all lists. Columns have priorities: the narrower the table, the fewer of them are shown, so no table scrolls
 * sideways. Flexible columns share the room that is left, and cut long text. Rows can be marked and opened by mouse and
 * keyboard.
 */
import { Checkbox } from '@mantine/core';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  readonly key: string;
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** 1 is always shown, 2 from a table width of 860 px, 3 from 980 px, 4 from 1200 px. */
  readonly priority: 1 | 2 | 3 | 4;
  readonly align?: 'end';
  /** Shares the remaining width with other flexible columns, with a larger share for `more`, and ends long text with an ellipsis. */
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
              <th key={column.key} scope="col" {...cellAttributes(column, columns)}>
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
        <td key={column.key} {...cellAttributes(column, columns)}>
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

function cellAttributes<Row>({ priority, align, flexible }: Column<Row>, columns: readonly Column<Row>[]) {
  return {
    'data-priority': priority,
    'data-align': align,
    'data-flexible': flexible ? shareOf(flexible, columns) : undefined,
  };
}

function shareOf<Row>(flexible: true | 'more', columns: readonly Column<Row>[]): string {
  const others = columns.filter((column) => column.flexible);
  if (others.length === 1) return 'all';
  if (flexible === 'more') return 'more';
  return others.some((column) => column.flexible === 'more') ? 'less' : 'half';
}

/** Empty rows of the right height, so that nothing moves when the real rows arrive. */
function skeleton<Row>(columns: readonly Column<Row>[], count: number, hasMarks: boolean): ReactNode {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: these rows have no identity
    <tr key={row} data-skeleton>
      {hasMarks && <td className={styles.mark} />}
      {columns.map((column, at) => (
        <td key={column.key} {...cellAttributes(column, columns)}>
          <span className={styles.bone} data-width={(row + at * 2) % 3} />
        </td>
      ))}
    </tr>
  ));
}
