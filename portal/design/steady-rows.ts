/**
 * Rows of a list that others change. While a person works in the list its rows keep their places: their values are updated, and
 * rows that would come or go are counted until the person asks for them.
 */
import { useEffect, useReducer, useRef, useState } from 'react';
import { mergeRowsInPlace } from './rows-in-place.ts';

export interface SteadyRows<Row> {
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  /** The number of rows that a refresh would add, remove or replace. */
  readonly changes: number;
  readonly refresh: () => void;
}

interface SteadyOptions<Row> {
  /** Undefined while they are loading. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Identifies the list. For another list all rows are new. Undefined while the rows are still those of the previous list. */
  readonly list: string | undefined;
  /** Whether rows are marked. Rows keep their places while some are marked or the mouse is on them. */
  readonly hasMarks: boolean;
}

export function useSteadyRows<Row>({ rows, rowKey, list, hasMarks }: SteadyOptions<Row>): SteadyRows<Row> {
  const isMouseOnRows = useMouseOnRows();
  const shown = useRef<{ readonly list: string; readonly rows: readonly Row[] }>(undefined);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const refresh = (): void => {
    shown.current = undefined;
    render();
  };
  if (rows === undefined || list === undefined) return { rows, changes: 0, refresh };
  const isHeld = hasMarks || isMouseOnRows;
  if (!isHeld || shown.current?.list !== list) {
    shown.current = { list, rows };
    return { rows, changes: 0, refresh };
  }
  return { ...mergeRowsInPlace(shown.current.rows, rows, rowKey), refresh };
}

/** A mouse that has not moved for this long is not about to click. */
const restMs = 30_000;

/** Whether the mouse is on the rows of a table, so that none may move. */
function useMouseOnRows(): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onMove = ({ target, pointerType }: PointerEvent): void => {
      if (pointerType !== 'mouse') return;
      const isOnRow = target instanceof Element && target.closest('tbody') !== null;
      clearTimeout(timer);
      setOn(isOnRow);
      if (isOnRow) timer = setTimeout(() => setOn(false), restMs);
    };
    const onLeave = (): void => {
      clearTimeout(timer);
      setOn(false);
    };
    document.addEventListener('pointermove', onMove);
    document.documentElement.addEventListener('pointerleave', onLeave);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('pointermove', onMove);
      document.documentElement.removeEventListener('pointerleave', onLeave);
    };
  }, []);
  return isOn;
}
