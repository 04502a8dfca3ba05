/**
 * Links to the previous and the next page. Pages are found by key, which stays fast however long the list is. The address has the key of the page, so that it can be
 * shared; the keys of the pages before it are in the history entry.
 */
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { ChevronLeftIcon, ChevronRightIcon } from './icons.tsx';
import styles from './keyset-pager.module.css';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The keys of the pages before this one, from the first page on, whose key is `''`. */
    trail?: readonly string[];
  }
}

interface KeysetPagerProps {
  /** The key of this page; undefined on the first one. */
  readonly after: string | undefined;
  /** The key of the next page; undefined on the last one. */
  readonly next: string | undefined;
  /** The rows on screen are still those of the previous list, so its next key does not apply. */
  readonly isLoading: boolean;
  /** The list begins with the newest row, so the links are labeled newer and older. */
  readonly isNewestFirst?: boolean;
}

export function KeysetPager({ after, next, isLoading, isNewestFirst = false }: KeysetPagerProps) {
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
