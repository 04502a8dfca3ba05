/** The verdict of the last step, in full color and with a word, readable from three meters. */
import type { ReactNode } from 'react';
import { CheckIcon, ClockIcon, CrossIcon, type Icon, ScanIcon, ShieldIcon } from '../design/icons.tsx';
import styles from './station.module.css';
import type { StationVerdict } from './station.ts';

const icons: Readonly<Record<StationVerdict, Icon>> = {
  ready: ScanIcon,
  right: CheckIcon,
  wrong: CrossIcon,
  done: ShieldIcon,
};

interface VerdictBandProps {
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

export function VerdictBand({
  verdict,
  word,
  message,
  trouble,
  outlook = 'It is tried again; nothing scanned is lost.',
  children,
}: VerdictBandProps) {
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
