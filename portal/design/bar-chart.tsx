/** One or two bars for each day. The same numbers are in a table for those who cannot see it. */
import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import styles from './bar-chart.module.css';
import { formatApiDay, formatCount } from './format.ts';

interface BarChartProps {
  readonly title: string;
  /** The names of the bars. */
  readonly labels: readonly [first: string, second?: string];
  /** Each with a value for each bar. */
  readonly days: readonly { readonly day: string; readonly values: readonly number[] }[];
}

/** The width in pixels until it is measured. */
const usualWidth = 560;
const height = 176;
const bottom = 24;
const top = 8;
/** Between the two bars of a day. */
const gap = 2;

export function BarChart({ title, labels: [first, second], days }: BarChartProps) {
  const id = useId();
  // Drawn at its own size, so that its text is as large as other text.
  const { ref, width: measured } = useElementSize();
  const width = measured || usualWidth;
  const names = second === undefined ? [first] : [first, second];
  const steps = scaleOf(Math.max(1, ...days.flatMap(({ values }) => values)));
  const max = steps.at(-1) ?? 1;
  // Room for the numbers of the scale.
  const left = 8 + 8 * Math.max(4, formatCount(max).length);
  const y = (value: number): number => top + (height - top - bottom) * (1 - value / max);
  const slot = (width - left) / Math.max(1, days.length);
  const bar = names.length === 1 ? slot * 0.7 : Math.min(14, slot * 0.34);
  // At most seven days have a label.
  const every = Math.ceil(days.length / 7);
  return (
    <figure className={styles.chart} ref={ref}>
      {second !== undefined && (
        <figcaption className={styles.legend}>
          <span data-series="first">{first}</span>
          <span data-series="second">{second}</span>
        </figcaption>
      )}
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
        {days.map(({ day, values }, at) => {
          const middle = left + slot * (at + 0.5);
          const begin = middle - (names.length * (bar + gap) - gap) / 2;
          return (
            <g key={day} className={styles.day}>
              <title>{`${formatApiDay(day)}: ${names.map((name, nth) => `${name} ${formatCount(values[nth] ?? 0)}`).join(', ')}`}</title>
              <rect className={styles.hit} x={middle - slot / 2} y={top} width={slot} height={height - top - bottom} />
              {names.map((name, nth) => {
                const high = y(values[nth] ?? 0);
                return (
                  <rect
                    key={name}
                    className={nth === 0 ? styles.first : styles.second}
                    x={begin + nth * (bar + gap)}
                    width={bar}
                    y={high}
                    height={y(0) - high}
                    rx="1.5"
                  />
                );
              })}
              {(days.length - 1 - at) % every === 0 && (
                <text className={styles.label} x={middle} y={height - 6} textAnchor="middle">
                  {formatApiDay(day)}
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
              {['Day', ...names].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, values }) => (
              <tr key={day}>
                <th scope="row">{formatApiDay(day)}</th>
                {names.map((name, nth) => (
                  <td key={name}>{values[nth]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Three round steps from 0 to at least the maximum. */
function scaleOf(max: number): number[] {
  const raw = max / 2;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, ([1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((factor) => factor * power >= raw) ?? 10) * power);
  return [0, Math.ceil(step), Math.ceil(step) * 2];
}
