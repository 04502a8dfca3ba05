/** Units on hand by day as bars. The same numbers are in a table for those who cannot see it. */
import { useElementSize } from '@mantine/hooks';
import { useId } from 'react';
import styles from '../../design/bar-chart.module.css';
import { scaleOf } from '../../design/bar-chart.tsx';
import { countOf, formatCount, formatDay } from '../../design/format.ts';

interface StorageDay {
  readonly Day: string;
  readonly OnHand: number;
}

/** The width in pixels until it is measured. */
const usualWidth = 560;
const [height, left, bottom, top] = [176, 56, 24, 8];

export function StorageChart({ title, days }: { readonly title: string; readonly days: readonly StorageDay[] }) {
  const id = useId();
  const { ref, width: measured } = useElementSize();
  const width = measured || usualWidth;
  const steps = scaleOf(Math.max(1, ...days.map(({ OnHand }) => OnHand)));
  const y = (value: number): number => top + (height - top - bottom) * (1 - value / (steps.at(-1) ?? 1));
  const slot = (width - left) / Math.max(1, days.length);
  const every = Math.ceil(days.length / 6);
  return (
    <figure className={styles.chart} ref={ref}>
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
        {days.map(({ Day, OnHand }, at) => (
          <g key={Day} className={styles.day}>
            <title>{`${formatDay(Day)}: ${countOf(OnHand, 'unit')}`}</title>
            <rect
              className={styles.first}
              x={left + slot * at + slot * 0.15}
              width={slot * 0.7}
              y={y(OnHand)}
              height={y(0) - y(OnHand)}
            />
            {at % every === 0 && (
              <text className={styles.label} x={left + slot * at} y={height - 6}>
                {formatDay(Day)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <div className="visually-hidden">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Units on hand</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ Day, OnHand }) => (
              <tr key={Day}>
                <th scope="row">{formatDay(Day)}</th>
                <td>{OnHand}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
