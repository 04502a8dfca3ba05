/** What can be done with the marked rows. It stands at the lower edge of the window, so it is there wherever the list is scrolled to. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './bulk-bar.module.css';
import { countOf } from './format.ts';

interface BulkBarProps {
  readonly count: number;
  /** What is marked: `order`. */
  readonly one: string;
  readonly onClear: () => void;
  readonly children: ReactNode;
}

export function BulkBar({ count, one, onClear, children }: BulkBarProps) {
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label="Marked rows">
      <output className="strong">{countOf(count, one)} marked</output>
      {children}
      <Button variant="subtle" color="gray" onClick={onClear}>
        Unmark
      </Button>
    </section>
  );
}
