/** Shows the first rows of a list that is loaded whole, and a button for more: thousands of rows at once make a page slow. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './first-rows.module.css';
import { formatCount } from './format.ts';

const step = 200;

interface FirstRowsProps<Row> {
  readonly rows: readonly Row[];
  /** Shows these rows. */
  readonly children: (rows: readonly Row[]) => ReactNode;
}

export function FirstRows<Row>({ rows, children }: FirstRowsProps<Row>) {
  const [count, setCount] = useState(step);
  return (
    <>
      {children(rows.slice(0, count))}
      {rows.length > count && (
        <p className={styles.more}>
          <span className="quiet">
            {formatCount(count)} of {formatCount(rows.length)} are shown
          </span>
          <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setCount(count + step)}>
            Show {formatCount(Math.min(step, rows.length - count))} more
          </Button>
        </p>
      )}
    </>
  );
}
