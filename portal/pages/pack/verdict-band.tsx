/** The verdict of the last step, in full color and with a word, readable from three meters. */
import type { ReactNode } from 'react';
import { CheckIcon, ClockIcon, CrossIcon, type Icon, ScanIcon, ShieldIcon } from '../../design/icons.tsx';
import styles from './pack-page.module.css';
import { isOffFloor, type PackingState } from './packing-station.ts';
import type { StationVerdict } from './station.ts';

const words: Readonly<Record<StationVerdict, string>> = {
  ready: 'Scan an order',
  right: 'Right',
  wrong: 'Wrong',
  done: 'Done',
};

/** The word for an order that cannot be shipped now. */
const offFloorWord = 'Stop';

const firstStep =
  'Its tote, the number or reference on its paper, or its JIT label. An order that you left continues as it was.';

const icons: Readonly<Record<StationVerdict, Icon>> = {
  ready: ScanIcon,
  right: CheckIcon,
  wrong: CrossIcon,
  done: ShieldIcon,
};

interface BandProps {
  readonly verdict: StationVerdict;
  readonly word: string;
  readonly message: string;
  /** The reason why a step is being repeated or has no reply yet; '' without one. */
  readonly trouble: string;
  /** What happens after the trouble. */
  readonly outlook?: string;
  /** The rest of the work, at the end of the band. */
  readonly children?: ReactNode;
}

export function Band({
  verdict,
  word,
  message,
  trouble,
  outlook = 'It is tried again; nothing scanned is lost.',
  children,
}: BandProps) {
  const WordIcon = trouble === '' ? icons[verdict] : ClockIcon;
  return (
    <output className={styles.band} data-verdict={trouble === '' ? verdict : 'wait'} aria-live="assertive">
      <span className={styles.word}>
        <WordIcon size={72} />
        {trouble === '' ? word : 'Wait'}
      </span>
      <span className={styles.message}>{trouble === '' ? message : `${trouble} ${outlook}`}</span>
      {children}
    </output>
  );
}

export function VerdictBand({ state }: { readonly state: PackingState }) {
  const { session, verdict, message, trouble } = state;
  const word = verdict === 'wrong' && session && isOffFloor(session) ? offFloorWord : words[verdict];
  return (
    <Band verdict={verdict} word={word} message={message || firstStep} trouble={trouble}>
      {session && session.Next !== 'none' && session.Missing > 0 && (
        <span className={styles.left}>
          {session.Missing}
          <small> left</small>
        </span>
      )}
    </Band>
  );
}
