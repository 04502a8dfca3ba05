/** The progress of a wave: a bar with a part for each phase of its orders, and the same in words. */
import { countOrdersByPhase } from './floor-states.ts';
import styles from './waves.module.css';

type States = Parameters<typeof countOrdersByPhase>[0];

export function WaveProgress({ states }: { readonly states: States }) {
  const counted = countOrdersByPhase(states);
  return (
    <span className={styles.progress} title={textOf(states)}>
      <span className={styles.bar} aria-hidden="true">
        {counted.map(({ phase, orders }) => (
          <i key={phase} data-phase={phase} style={{ flexGrow: orders }} />
        ))}
      </span>
      <span>{textOf(states)}</span>
    </span>
  );
}

/** Problems come first: where the text is cut, people still see that there are some. */
const textOf = (states: States): string =>
  countOrdersByPhase(states)
    .toSorted((one, other) => Number(other.phase === 'problem') - Number(one.phase === 'problem'))
    .map(({ phase, orders }) => `${orders} ${phase}`)
    .join(', ') || 'No orders';
