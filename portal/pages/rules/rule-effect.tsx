/** The effect of a change of rules on open orders, in words, before it is made. The server counts it with the code of the change. */
import { Fragment, type ReactNode } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { DialogError } from '../../design/confirm.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { OrderLink } from '../orders/order-link.tsx';
import styles from './rules.module.css';

type Effect = ReplyOf<'/api/Rules/SetWeather'>;
/** The effect of a carrier rule, on orders whose carrier is chosen by rules. */
type CarrierEffect = Partial<
  Pick<ReplyOf<'/api/CarrierRules/Set'>, 'OrdersChanged' | 'Customers' | 'OrdersCounted' | 'IsPartial'>
>;

interface Preview<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  /** Whether the effect of this request has not been counted. */
  readonly isCounting: boolean;
  /** Whether it is counted again, and what is shown may be an earlier effect. */
  readonly isRecounting: boolean;
}

/** Whether the preview of the effect is loaded for the current request. Only then may the change be made. */
export const isPreviewReady = ({ data, error, isCounting }: Preview<unknown>): boolean =>
  data !== undefined && error == null && !isCounting;

interface RuleEffectProps<Data> {
  readonly preview: Preview<Data>;
  /** Whether the request is complete enough to count. */
  readonly isComplete: boolean;
  /** A further sentence: `Orders that are accepted later are held as well.` */
  readonly later?: string;
}

interface CountedEffectProps<Data> extends RuleEffectProps<Data> {
  readonly inWords: (data: Data) => string;
  readonly more?: (data: Data) => ReactNode;
}

/** Says what happens to orders in work to which the rule applies, because these are not held. */
export const ordersInWorkText = {
  stop: 'Such orders get no label and do not leave a worked warehouse; take them back there. At an automatic warehouse those with a label ship: void it.',
  ship: 'Such orders ship: take back those that must not.',
} as const;

export const RuleEffectPreview = ({
  inWork = ordersInWorkText.stop,
  ...props
}: RuleEffectProps<Effect> & { readonly inWork?: string }) => (
  <CountedEffect
    {...props}
    inWords={effectInWords}
    more={(effect) => <OrdersInWork {...effect} consequence={inWork} />}
  />
);

const maxLinks = 5;

function OrdersInWork({
  OrdersInWork: count,
  InWork,
  consequence,
}: Pick<Effect, 'OrdersInWork' | 'InWork'> & { readonly consequence: string }) {
  if (count === 0) return null;
  const linked = InWork.slice(0, maxLinks);
  return (
    <span>
      {` ${countOf(count, 'order')} in work ${count === 1 ? 'is' : 'are'} not held: `}
      {linked.map((order, index) => (
        <Fragment key={order.TransactionReferenceNumber}>
          {index > 0 && ', '}
          <OrderLink {...order} />
        </Fragment>
      ))}
      {count > linked.length && ` and ${formatCount(count - linked.length)} more`}
      {`. ${consequence}`}
    </span>
  );
}

export const CarrierRuleEffectPreview = (props: RuleEffectProps<CarrierEffect>) => (
  <CountedEffect {...props} inWords={carrierEffectInWords} later="By the rates of the simulated carriers." />
);

function CountedEffect<Data>({ preview, isComplete, later, inWords, more }: CountedEffectProps<Data>) {
  const { data, error, isCounting, isRecounting } = preview;
  if (isComplete && error != null && !isCounting) return <DialogError error={error} />;
  return (
    <output className={styles.effect} aria-live="polite" data-counting={isCounting || isRecounting || undefined}>
      {!isComplete ? (
        'Fill in the fields to see which open orders it changes.'
      ) : isCounting || data === undefined ? (
        'Counting open orders…'
      ) : (
        <>
          <strong>{inWords(data)}</strong>
          {later !== undefined && <span> {later}</span>}
          {more?.(data)}
          {isRecounting && <span> Counting again…</span>}
        </>
      )}
    </output>
  );
}

/** `Holds 41 open orders of 6 customers.` */
function effectInWords({ OrdersHeld, OrdersReleased, Customers }: Effect): string {
  const of = `of ${countOf(Customers, 'winery', 'wineries')}`;
  if (OrdersHeld > 0 && OrdersReleased > 0) {
    return `Holds ${countOf(OrdersHeld, 'open order')} and releases ${countOf(OrdersReleased, 'order')} ${of}.`;
  }
  if (OrdersHeld > 0) return `Holds ${countOf(OrdersHeld, 'open order')} ${of}.`;
  if (OrdersReleased > 0) return `Releases ${countOf(OrdersReleased, 'order')} ${of}.`;
  return 'No open order changes.';
}

/** `Another carrier or service for 12 of 40 open orders, of 3 customers.` */
function carrierEffectInWords(effect: CarrierEffect): string {
  const { OrdersChanged = 0, Customers = 0, OrdersCounted = 0, IsPartial = false } = effect;
  const among = `${IsPartial ? 'the newest ' : ''}${countOf(OrdersCounted, 'open order')}`;
  if (OrdersChanged === 0) return OrdersCounted === 0 ? 'No open order changes.' : `None of ${among} changes.`;
  return `Another carrier or service for ${formatCount(OrdersChanged)} of ${among}, of ${countOf(Customers, 'winery', 'wineries')}.`;
}

/** The effect after the change: `12 orders released.` */
export function appliedEffectInWords({ OrdersHeld, OrdersReleased, OrdersInWork }: Effect): string {
  const parts = [
    ...(OrdersHeld > 0 ? [`${countOf(OrdersHeld, 'order')} held`] : []),
    ...(OrdersReleased > 0 ? [`${countOf(OrdersReleased, 'order')} released`] : []),
    ...(OrdersInWork > 0 ? [`${countOf(OrdersInWork, 'order')} in work not held`] : []),
  ];
  return parts.length === 0 ? 'No open order changed.' : `${parts.join(', ')}.`;
}
