/** Parts of dialogs with results: their buttons, and a list that scrolls. */
import type { ReactNode } from 'react';
import styles from './dialog-parts.module.css';

/** The row of buttons at the end of a dialog. */
export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}

export function DialogList({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.list} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
