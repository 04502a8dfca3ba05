/**
 * Previous and next: pages by key, which stay right and fast however long the list is. The address has the key of the page, so that it can be
 * shared; the way back is in the history entry.
 */
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import styles from './keyset.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The keys of the pages before this one, the newest first; `''` is the first page. */
    trail?: readonly string[];
  }
}

interface KeysetProps {
  /** The key of this page; undefined on the first one. */
  readonly after: string | undefined;
  /** The key of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** What is shown is still the page before: its next key does not belong to this list. */
  readonly isLoading: boolean;
  /** The list has the newest first, so the pages are newer and older ones. */
  readonly isNewestFirst?: boolean;
}

export function Keyset({ after, next, isLoading, isNewestFirst = false }: KeysetProps) {
  const navigate = useNavigate();
  const trail = useLocation({ select: ({ state }) => state.trail }) ?? [];
  if (after === undefined && next === undefined) return null;
  const open = (key: string | undefined, way: readonly string[]): void => {
    void navigate({
      to: '.',
      search: (search: Record<string, unknown>) => ({ ...search, after: key || undefined }),
      state: (state) => ({ ...state, trail: way }),
    });
  };
  return (
    <nav className={styles.keyset} aria-label="Pages of the list">
      <Button
        variant="default"
        disabled={after === undefined}
        leftSection={<ChevronLeftIcon size={16} />}
        onClick={() => open(trail.at(-1), trail.slice(0, -1))}
      >
        {isNewestFirst ? 'Newer' : 'Previous'}
      </Button>
      <Button
        variant="default"
        disabled={next === undefined}
        rightSection={<ChevronRightIcon size={16} />}
        onClick={() => !isLoading && open(next, [...trail, after ?? ''])}
      >
        {isNewestFirst ? 'Older' : 'Next'}
      </Button>
    </nav>
  );
}
