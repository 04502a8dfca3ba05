/** Pairs of bars by day. The same numbers are in a table for those who cannot see it. */
import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import styles from './bar-chart.module.css';
import { formatCount, formatDay } from './format.ts';

export interface Day {
  readonly day: string;
  readonly first: number;
  readonly second: number;
}

interface BarChartProps {
  readonly title: string;
  readonly days: readonly Day[];
  /** The names of the two bars. */
  readonly labels: readonly [first: string, second: string];
}

/** The width in pixels until it is measured. */
const usualWidth = 560;
const height = 176;
const left = 40;
const bottom = 24;
const top = 8;

export function BarChart({ title, days, labels }: BarChartProps) {
  const id = useId();
  // Drawn at its own size, so that its text is as large as other text.
  const { ref, width: measured } = useElementSize();
  const width = measured || usualWidth;
  const steps = scaleOf(Math.max(1, ...days.flatMap(({ first, second }) => [first, second])));
  const max = steps.at(-1) ?? 1;
  const y = (value: number): number => top + (height - top - bottom) * (1 - value / max);
  const slot = (width - left) / Math.max(1, days.length);
  const bar = Math.min(14, slot * 0.34);
  // At most seven days have a label.
  const every = Math.ceil(days.length / 7);
  return (
    <figure className={styles.chart} ref={ref}>
      <figcaption className={styles.legend}>
        <span data-series="first">{labels[0]}</span>
        <span data-series="second">{labels[1]}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        {steps.map((step) => (
          <g key={step}>
            <line className={styles.grid} x1={left} x2={width} y1={y(step)} y2={y(step)} />
            <text className={styles.label} x={left - 8} y={y(step) + 4} textAnchor="end">
              {formatCount(step)}
            </text>
          </g>
        ))}
        {days.map(({ day, first, second }, at) => {
          const middle = left + slot * (at + 0.5);
          return (
            <g key={day} className={styles.day}>
              <title>{`${formatDay(day)}: ${formatCount(first)} ${labels[0].toLowerCase()}, ${formatCount(second)} ${labels[1].toLowerCase()}`}</title>
              <rect className={styles.hit} x={middle - slot / 2} y={top} width={slot} height={height - top - bottom} />
              <rect
                className={styles.first}
                x={middle - bar - 1}
                width={bar}
                y={y(first)}
                height={y(0) - y(first)}
                rx="1.5"
              />
              <rect
                className={styles.second}
                x={middle + 1}
                width={bar}
                y={y(second)}
                height={y(0) - y(second)}
                rx="1.5"
              />
              {(days.length - 1 - at) % every === 0 && (
                <text className={styles.label} x={middle} y={height - 6} textAnchor="middle">
                  {formatDay(day)}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">{labels[0]}</th>
              <th scope="col">{labels[1]}</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, first, second }) => (
              <tr key={day}>
                <th scope="row">{formatDay(day)}</th>
                <td>{first}</td>
                <td>{second}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Three round steps from 0 to at least the maximum. */
export function scaleOf(max: number): number[] {
  const raw = max / 2;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, ([1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((factor) => factor * power >= raw) ?? 10) * power);
  return [0, Math.ceil(step), Math.ceil(step) * 2];
}
