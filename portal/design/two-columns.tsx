/** A document's page in two columns: its contents, and its properties. Below 1024 px they are one below the other. */
import type { ReactNode } from 'react';
import styles from './two-columns.module.css';

interface TwoColumnsProps {
  /** Names the second column for assistive technology. */
  readonly asideLabel: string;
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

export function TwoColumns({ asideLabel, aside, children }: TwoColumnsProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      <aside className={styles.side} aria-label={asideLabel}>
        {aside}
      </aside>
    </div>
  );
}

/** A placeholder of the right size while the document loads. */
export function TwoColumnsSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true">
      <div className={styles.main}>
        <div className={styles.block} />
        <div className={styles.block} />
      </div>
      <div className={styles.side}>
        <div className={styles.block} />
      </div>
    </div>
  );
}
