/** Beside the title of a list: how many rows it has, and how many changes wait while a person works in it. */
import { countOf, formatCount } from './format.ts';
import styles from './list-count.module.css';

interface ListCountProps {
  /** Undefined while it is loading, and for a list that is not counted. */
  readonly count: number | string | undefined;
  /** The singular of what is counted: `order`. */
  readonly one: string;
  /** The plural, where it is not `one` with an `s`. */
  readonly many?: string;
  readonly changes: number;
  readonly onRefresh: () => void;
}

export function ListCount({ count, one, many, changes, onRefresh }: ListCountProps) {
  if (count === undefined && changes === 0) return null;
  return (
    <span className={styles.count}>
      {count !== undefined && countOf(count, one, many)}
      {changes > 0 && (
        <button type="button" className={styles.changes} onClick={onRefresh}>
          {changes === 1 ? '1 change' : `${formatCount(changes)} changes`} – refresh
        </button>
      )}
    </span>
  );
}
