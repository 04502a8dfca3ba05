/** Beside the title of a list: how many rows it has, and how many changes wait while a person works in it. */
import { countOf, formatCount } from './format.ts';
import styles from './list-count.module.css';

interface ListCountProps {
  readonly list: {
    /** Undefined while it is loading; a list that is not counted has no `Count`. */
    readonly data: { readonly Count?: number | string } | undefined;
    /** The count is still that of the previous list. It disappears when the next one takes a moment. */
    readonly isPlaceholderData: boolean;
  };
  /** The singular of what is counted: `order`. */
  readonly one: string;
  /** The plural, where it is not `one` with an `s`. */
  readonly many?: string;
  readonly changes: number;
  readonly onRefresh: () => void;
}

export function ListCount({ list: { data, isPlaceholderData }, one, many, changes, onRefresh }: ListCountProps) {
  const count = data?.Count;
  if (count === undefined && changes === 0) return null;
  return (
    <span className={styles.count}>
      {count !== undefined && (
        <span className={styles.number} data-previous={isPlaceholderData || undefined}>
          {countOf(count, one, many)}
        </span>
      )}
      {changes > 0 && (
        <button type="button" className={styles.changes} onClick={onRefresh}>
          {changes === 1 ? '1 change' : `${formatCount(changes)} changes`} – refresh
        </button>
      )}
    </span>
  );
}
