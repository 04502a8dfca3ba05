/** A person's hours as stacked bars of picked and packed bottles. All persons have the same hours and the same scale. */
import { countOf, formatCount } from '../../design/format.ts';
import styles from './hour-bars.module.css';

interface Hour {
  readonly Hour: number;
  readonly Picked: number;
  readonly Bottles: number;
}

interface HourBarsProps {
  readonly hours: readonly Hour[];
  readonly first: number;
  readonly last: number;
  /** The number of bottles of the highest possible bar. */
  readonly most: number;
}

const [slot, bar, height] = [12, 8, 22];

/** `9 AM` */
export function hourText(hour: number): string {
  const ofDay = hour % 24;
  return `${ofDay % 12 === 0 ? 12 : ofDay % 12} ${ofDay < 12 ? 'AM' : 'PM'}`;
}

export function HourLegend() {
  return (
    <span className={styles.legend}>
      <span className={styles.picked} /> Picked <span className={styles.packed} /> Packed
    </span>
  );
}

export function HourBars({ hours, first, last, most }: HourBarsProps) {
  const width = (last - first + 1) * slot;
  const textOf = ({ Hour: hour, Picked, Bottles }: Hour) =>
    `${hourText(hour)}: ${countOf(Picked, 'bottle')} picked, ${formatCount(Bottles)} packed`;
  // An hour may be negative: more bottles may be put back than picked.
  const high = (value: number): number => (Math.max(0, value) / most) * height;
  return (
    <svg
      className={styles.hours}
      width={width}
      height={height + 1}
      viewBox={`0 0 ${width} ${height + 1}`}
      role="img"
      aria-label={hours.map(textOf).join('; ')}
    >
      <line className={styles.base} x1="0" x2={width} y1={height + 0.5} y2={height + 0.5} />
      {hours.map((each) => {
        const x = (each.Hour - first) * slot + (slot - bar) / 2;
        const [picked, packed] = [high(each.Picked), high(each.Bottles)];
        return (
          <g key={each.Hour}>
            <title>{textOf(each)}</title>
            <rect className={styles.picked} x={x} y={height - picked} width={bar} height={picked} />
            <rect className={styles.packed} x={x} y={height - picked - packed} width={bar} height={packed} />
          </g>
        );
      })}
    </svg>
  );
}
