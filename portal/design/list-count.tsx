/** Beside the title of a list: how many rows it has, and how many changes wait while a person works in it. */
import { countOf, formatCount } from './format.ts';
import styles from './list-count.module.css';

interface ListCountProps {
  /** Undefined while it is loading. */
  readonly count: number | string | undefined;
  /** What is counted: `order`. */
  readonly one: string;
  readonly changes: number;
  readonly onRefresh: () => void;
}

export function ListCount({ count, one, changes, onRefresh }: ListCountProps) {
  if (count === undefined) return null;
  return (
    <span className={styles.count}>
      {countOf(count, one)}
      {changes > 0 && (
        <button type="button" className={styles.changes} onClick={onRefresh}>
          {changes === 1 ? '1 change' : `${formatCount(changes)} changes`} – refresh
        </button>
      )}
    </span>
  );
}
