/** A status: its name on a tinted ground whose color is its tone. */
import type { ReactNode } from 'react';
import styles from './status.module.css';

export type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad';

interface StatusProps {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly title?: string;
}

export function Status({ tone, children, title }: StatusProps) {
  return (
    <span className={styles.status} data-tone={tone} title={title}>
      {children}
    </span>
  );
}
