/**
 * Marks on the rows of a list, and a bar of actions for the marked rows. Marks belong to one list: with other filters or on
 * another page there are other rows, and none can be marked until they are there. Where all rows of a page are marked and the
 * list goes on, the bar offers to mark the rest as well.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Selection, toggled } from './data-table.tsx';
import { countOf } from './format.ts';
import { useKeys } from './keys.ts';
import styles from './marked-rows.module.css';
import { type SteadyRows, useSteadyRows } from './steady-rows.ts';
import { isNothingFocused } from './submission.ts';
import { notifyError } from './toasts.tsx';

interface MarkedRowsOptions<Row> {
  /** The rows of this page; undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  /** The rows are still those of the previous list. */
  readonly isLoading: boolean;
  readonly rowKey: (row: Row) => string;
  /** Identifies the list and its page. When it changes, all marks are removed. */
  readonly listKey: string;
  readonly canMark?: (row: Row) => boolean;
  /**
   * Loads all rows of the list that can be marked, up to the number that one action takes; aborted when another list is shown, or the marks
   * are removed. Absent where only rows of this page are marked.
   */
  readonly loadAll?: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined;
  /** The most rows that `loadAll` loads. */
  readonly maxMarked?: number;
}

interface MarkedRows<Row> extends Omit<SteadyRows<Row>, 'rows'> {
  /** The rows of this page, which keep their places while some are marked. */
  readonly shown: readonly Row[] | undefined;
  /** The marked rows, also of other pages. */
  readonly rows: readonly Row[];
  readonly selection: Selection<Row>;
  toggle(row: Row): void;
  clear(): void;
  /** Undefined unless all rows of this page are marked and other pages have more. */
  readonly markAll: (() => Promise<void>) | undefined;
  readonly maxMarked: number | undefined;
}

const none: ReadonlySet<string> = new Set();

export function useMarkedRows<Row>(options: MarkedRowsOptions<Row>): MarkedRows<Row> {
  const { isLoading, rowKey, listKey, canMark, loadAll, maxMarked } = options;
  const [markedBefore, setMarked] = useState(none);
  const marked = isLoading ? none : markedBefore;
  const mark = (next: ReadonlySet<string>): void => {
    if (!isLoading) setMarked(next);
  };
  const { rows, ...steady } = useSteadyRows({
    rows: options.rows,
    rowKey,
    list: isLoading ? undefined : listKey,
    hasMarks: marked.size > 0,
  });
  /** Marked rows of other pages. */
  const [others, setOthers] = useState<readonly Row[]>([]);
  const loading = useRef<AbortController>(undefined);
  const clear = (): void => {
    loading.current?.abort();
    setMarked(none);
    setOthers([]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has other rows
  useEffect(() => {
    clear();
    return () => loading.current?.abort();
  }, [listKey]);
  const here = rows?.filter((row) => marked.has(rowKey(row))) ?? [];
  const keysHere = new Set(rows?.map(rowKey));
  const elsewhere = others.filter((row) => marked.has(rowKey(row)) && !keysHere.has(rowKey(row)));
  const isWholePage = here.length > 0 && here.length === rows?.filter((row) => canMark?.(row) ?? true).length;
  return {
    ...steady,
    shown: rows,
    rows: [...here, ...elsewhere],
    selection: { marked, onChange: mark, ...(canMark && { canMark }) },
    toggle: (row) => {
      if (canMark?.(row) ?? true) mark(toggled(marked, rowKey(row)));
    },
    clear,
    maxMarked,
    markAll:
      isWholePage && elsewhere.length === 0 && loadAll
        ? async () => {
            const controller = new AbortController();
            loading.current = controller;
            const loaded = await loadAll(controller.signal).catch((error: unknown) => {
              if (!controller.signal.aborted) throw error;
            });
            if (loaded === undefined || controller.signal.aborted) return;
            setOthers(loaded);
            setMarked(new Set(loaded.map(rowKey)));
          }
        : undefined,
  };
}

interface BulkBarProps<Row> {
  readonly marks: MarkedRows<Row>;
  /** The singular of what is marked: `order`. */
  readonly one: string;
  readonly children: ReactNode;
}

/**
 * A bar at the lower edge of the window, visible at any scroll position, with actions for the marked rows. It comes after the rows, of which
 * each is several stops of the keyboard, so `a` leads there.
 */
export function BulkBar<Row>({ marks, one, children }: BulkBarProps<Row>) {
  const [isMarking, setIsMarking] = useState(false);
  const { markAll, maxMarked } = marks;
  const bar = useRef<HTMLElement>(null);
  const focusFirst = (): boolean => {
    const first = bar.current?.querySelector('button');
    first?.focus();
    return first !== undefined && first !== null;
  };
  useKeys(({ key }) => key === 'a' && focusFirst());
  const wasMarking = useRef(isMarking);
  // The button that marks the others is gone.
  useLayoutEffect(() => {
    if (wasMarking.current && !isMarking && isNothingFocused()) focusFirst();
    wasMarking.current = isMarking;
  });
  if (marks.rows.length === 0) return null;
  const run = async (): Promise<void> => {
    setIsMarking(true);
    await markAll?.().catch(notifyError);
    setIsMarking(false);
  };
  return (
    <section ref={bar} className={styles.bar} aria-label="Marked rows">
      <output className="strong">{countOf(marks.rows.length, one)} marked</output>
      {markAll && (
        <Button variant="subtle" loading={isMarking} onClick={() => void run()}>
          Mark those of all pages{maxMarked !== undefined && `, at most ${maxMarked}`}
        </Button>
      )}
      {children}
      <Button variant="subtle" color="gray" onClick={marks.clear}>
        Unmark
      </Button>
    </section>
  );
}
