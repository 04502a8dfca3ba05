/** What a change of rules will do to open orders, in words, before it is made. The server counts by the decisions that the change makes. */
import type { ReplyOf } from '../../api/client.ts';
import { DialogError } from '../../design/confirm.tsx';
import { countOf } from '../../design/format.ts';
import styles from './rules.module.css';

type Effect = ReplyOf<'/api/Rules/SetWeather'>;

interface Preview {
  readonly data: Effect | undefined;
  readonly error: unknown;
  readonly isFetching: boolean;
}

/** Whether the effect is known and on screen: only then may the change be made. */
export const isCounted = ({ data, error, isFetching }: Preview): boolean =>
  data !== undefined && error == null && !isFetching;

interface RuleEffectProps {
  readonly preview: Preview;
  /** Whether there is enough to count. */
  readonly isComplete: boolean;
  /** What happens besides: `Orders that are accepted later are held too.` */
  readonly later?: string;
}

export function RuleEffect({ preview: { data, error, isFetching }, isComplete, later }: RuleEffectProps) {
  if (isComplete && error != null && !isFetching) return <DialogError error={error} />;
  const isCounting = data === undefined || isFetching;
  return (
    <output className={styles.effect} aria-live="polite" data-counting={isCounting || undefined}>
      {!isComplete ? (
        'Fill in the fields to see which open orders it changes.'
      ) : isCounting ? (
        'Counting open orders…'
      ) : (
        <>
          <strong>{effectInWords(data)}</strong>
          {later !== undefined && <span> {later}</span>}
        </>
      )}
    </output>
  );
}

/** `Holds 41 open orders of 6 customers.` */
export function effectInWords({ OrdersHeld, OrdersReleased, Customers }: Effect): string {
  const of = `of ${countOf(Customers, 'customer')}`;
  if (OrdersHeld > 0 && OrdersReleased > 0) {
    return `Holds ${countOf(OrdersHeld, 'open order')} and releases ${countOf(OrdersReleased, 'order')} ${of}.`;
  }
  if (OrdersHeld > 0) return `Holds ${countOf(OrdersHeld, 'open order')} ${of}.`;
  if (OrdersReleased > 0) return `Releases ${countOf(OrdersReleased, 'order')} ${of}.`;
  return 'No open order changes.';
}

/** After the change: `12 orders released.` */
export function effectDone({ OrdersHeld, OrdersReleased }: Effect): string {
  const parts = [
    ...(OrdersHeld > 0 ? [`${countOf(OrdersHeld, 'order')} held`] : []),
    ...(OrdersReleased > 0 ? [`${countOf(OrdersReleased, 'order')} released`] : []),
  ];
  return parts.length === 0 ? 'No open order changed.' : `${parts.join(', ')}.`;
}
