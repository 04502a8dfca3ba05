/** Pages of a station's list, forward and back to the first. They are not in the address, because a person at a station looks only for one row. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import styles from './keyset-pager.module.css';

/** The page of a station's list that is shown, and the function that opens another one. */
export interface StationPaging {
  /** The key of this page; undefined on the first one. */
  readonly after: string | undefined;
  readonly open: (after: string | undefined) => void;
}

/**
 * Keeps which page of a station's list is shown. Returns to the first page when `list`, which identifies the list,
 * changes, such as to another warehouse.
 */
export function useStationPaging(list: string): StationPaging {
  const [page, setPage] = useState({ list, after: undefined as string | undefined });
  const after = page.list === list ? page.after : undefined;
  return { after, open: (next) => setPage({ list, after: next }) };
}

interface StationPagesProps {
  readonly page: StationPaging;
  /** The key of the next page; undefined on the last one. */
  readonly next: string | undefined;
}

export function StationPager({ page: { after, open }, next }: StationPagesProps) {
  if (after === undefined && next === undefined) return null;
  return (
    <nav className={styles.keyset} aria-label="Pages of the list">
      <Button variant="default" disabled={after === undefined} onClick={() => open(undefined)}>
        First page
      </Button>
      <Button variant="default" disabled={next === undefined} onClick={() => open(next)}>
        Next page
      </Button>
    </nav>
  );
}
