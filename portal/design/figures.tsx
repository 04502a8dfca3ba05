/** A row of figures, each a link where it has a list. */
import { Link } from '@tanstack/react-router';
import type { SearchParams } from '../search-params.ts';
import styles from './figures.module.css';
import { formatCount } from './format.ts';

/** One figure of `Figures`. With `to` it is a link. */
export interface FigureItem {
  readonly label: string;
  /** Undefined while it is loading. */
  readonly value: number | string | undefined;
  /** The color of a value other than 0. */
  readonly tone?: 'bad' | 'warn';
  readonly to?: string;
  readonly search?: SearchParams;
}

export function Figures({ label, figures }: { readonly label: string; readonly figures: readonly FigureItem[] }) {
  return (
    <ul className={styles.figures} aria-label={label} aria-busy={figures.some(({ value }) => value === undefined)}>
      {figures.map((figure) => (
        <li key={figure.label}>
          {figure.to === undefined ? (
            <span className={styles.figure}>
              <FigureText {...figure} />
            </span>
          ) : (
            <Link to={figure.to} search={figure.search ?? {}} className={styles.figure ?? ''}>
              <FigureText {...figure} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function FigureText({ label, value, tone }: FigureItem) {
  return (
    <>
      <span className={styles.value} data-tone={value === 0 ? undefined : tone}>
        {value === undefined ? <span className={styles.bone} /> : formatCount(value)}
      </span>
      <span className={styles.label}>{label}</span>
    </>
  );
}
