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

/** Words of statuses and their tones, by the names of the interface. */
export type StatusWords = Readonly<Record<string, readonly [word: string, tone: Tone]>>;

/** A status in its word, with its name in the interface as the title; without a word it shows the name. */
export function StatusInWord({ status, words }: { readonly status: string; readonly words: StatusWords }) {
  const [word, tone] = words[status] ?? [status, 'neutral'];
  return (
    <Status tone={tone} title={status}>
      {word}
    </Status>
  );
}
