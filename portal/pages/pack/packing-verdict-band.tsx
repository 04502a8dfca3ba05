/** The verdict of the last step at the packing station, and how many bottles are left. */

import styles from '../../station/station.module.css';
import type { StationVerdict } from '../../station/station.ts';
import { VerdictBand } from '../../station/verdict-band.tsx';
import { isOffFloor } from './packing-session.ts';
import type { PackingState } from './packing-station.ts';

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

export function PackingVerdictBand({ state }: { readonly state: PackingState }) {
  const { session, verdict, message, trouble } = state;
  const word = verdict === 'wrong' && session && isOffFloor(session) ? offFloorWord : words[verdict];
  return (
    <VerdictBand verdict={verdict} word={word} message={message || firstStep} trouble={trouble}>
      {session && session.Next !== 'none' && session.Missing > 0 && (
        <span className={styles.left}>
          {session.Missing}
          <small> left</small>
        </span>
      )}
    </VerdictBand>
  );
}
