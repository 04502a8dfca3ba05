/** Lets people move through a list by keyboard: `j` and `k` move, `x` marks, Enter opens. Then `a` leads to the actions (marked-rows.tsx). */
import { useState } from 'react';
import { useKeys } from './keys.ts';

interface RowKeys<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly onOpen?: (row: Row) => void;
  readonly onMark?: (row: Row) => void;
}

/** Returns the key of the row that the keyboard is on. */
export function useRowKeys<Row>({ rows, rowKey, onOpen, onMark }: RowKeys<Row>): string | undefined {
  const [activeKey, setActiveKey] = useState<string>();
  useKeys((event) => {
    const at = rows.findIndex((row) => rowKey(row) === activeKey);
    const active = rows[at];
    const move = (to: number): boolean => {
      const next = rows[Math.min(Math.max(to, 0), rows.length - 1)];
      if (next !== undefined) setActiveKey(rowKey(next));
      return next !== undefined;
    };
    if (event.key === 'j') return move(at + 1);
    if (event.key === 'k') return move(at - 1);
    if (active === undefined) return false;
    if (event.key === 'x' && onMark !== undefined) {
      onMark(active);
      return true;
    }
    if (event.key === 'Enter' && onOpen !== undefined && !(event.target as Element).closest('a, button, input')) {
      onOpen(active);
      return true;
    }
    return false;
  });
  return activeKey;
}
