/** The station of a page, in one tab of a person at a time. Another tab says where it is, and can take it over. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOperator } from '../api/session.ts';
import { isModalOpen } from '../design/keys.ts';
import { EmptyState } from '../design/states.tsx';
import { storageKeyOf } from './browser-ports.ts';
import { isPersonTyping } from './station-keys.tsx';
import { requestStationTabLock, type StationTabLock, type StationTabLockState } from './station-tab-lock.ts';

interface OnlyTabProps {
  /** Names the storage of its steps. */
  readonly station: string;
  /** Opens the station when it is shown, and closes it when it is not. */
  readonly children: ReactNode;
}

export function OnlyTab({ station, children }: OnlyTabProps) {
  const { Email } = useOperator();
  const storageKey = storageKeyOf(Email, station);
  const [known, setKnown] = useState<{ readonly storageKey: string; readonly state: StationTabLockState }>();
  const lock = useRef<StationTabLock>(undefined);
  useEffect(() => {
    const opened = requestStationTabLock(locksOfBrowser(), storageKey, (state) => setKnown({ storageKey, state }));
    lock.current = opened;
    return () => opened.leave();
  }, [storageKey]);
  const state = known?.storageKey === storageKey ? known.state : 'asking';
  if (state === 'held') return children;
  if (state === 'asking') return null;
  return <OpenElsewhere onTakeOver={() => lock.current?.takeOver()} />;
}

/** An Enter or a space that follows another key within this time is of a scan, also the second Enter of one that ends with CR and LF. */
const scanKeyMs = 250;

/** The button has the focus, so that a person needs no mouse. A scan does not press it. */
function OpenElsewhere({ onTakeOver }: { readonly onTakeOver: () => void }) {
  const [strayScans, setStrayScans] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  /** The time of the last key. A scan may have begun before the button appeared. */
  const lastKeyAt = useRef(performance.now());
  useEffect(() => {
    if (!isPersonTyping() && !isModalOpen()) button.current?.focus();
  }, []);
  return (
    <EmptyState
      title="This station is open in another tab"
      action={
        <Button
          ref={button}
          variant="default"
          onClick={onTakeOver}
          onKeyDown={(event) => {
            const { key, timeStamp } = event;
            const isOfScan = timeStamp - lastKeyAt.current < scanKeyMs;
            lastKeyAt.current = timeStamp;
            if (!isOfScan || (key !== 'Enter' && key !== ' ')) return;
            event.preventDefault();
            if (key === 'Enter') setStrayScans((before) => before + 1);
          }}
        >
          Work here
        </Button>
      }
    >
      Nothing that is scanned here counts. Go on in that tab, or work here: this tab continues where that one is.
      {strayScans > 0 && (
        <strong key={strayScans} role="alert">
          {' '}
          The scan was not counted. Scan again in that tab, or press Enter to work here first.
        </strong>
      )}
    </EmptyState>
  );
}

const locksOfBrowser = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);
