/** What the last step did, in full color and with its word, readable from three meters. */
import { CheckIcon, CrossIcon, type Icon, ScanIcon, ShieldIcon } from '../../design/icons.tsx';
import styles from './pack-page.module.css';
import type { StationState, Verdict } from './packing-station.ts';

const words: Readonly<Record<Verdict, readonly [string, Icon]>> = {
  ready: ['Scan an order', ScanIcon],
  right: ['Right', CheckIcon],
  wrong: ['Wrong', CrossIcon],
  done: ['Done', ShieldIcon],
};

export function VerdictBand({ state }: { readonly state: StationState }) {
  const { session, verdict, message, trouble } = state;
  const [word, WordIcon] = words[verdict];
  return (
    <output className={styles.band} data-verdict={trouble === '' ? verdict : 'wrong'} aria-live="assertive">
      <span className={styles.word}>
        <WordIcon size={72} />
        {trouble === '' ? word : 'Wait'}
      </span>
      <span className={styles.message}>
        {trouble === '' ? message : `${trouble} It is tried again; nothing scanned is lost.`}
      </span>
      {session && session.Next !== 'none' && session.Missing > 0 && (
        <span className={styles.left}>
          {session.Missing}
          <small> left</small>
        </span>
      )}
    </output>
  );
}
