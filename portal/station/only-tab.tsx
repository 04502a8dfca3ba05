/** The station of a page, in one tab of a person at a time. Another tab says where it is, and can take it over. */
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useOperator } from '../api/session.ts';
import { EmptyState } from '../design/states.tsx';
import { storageKeyOf } from './browser-ports.ts';
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
  return (
    <EmptyState
      title="This station is open in another tab"
      action={
        <Button variant="default" onClick={() => lock.current?.takeOver()}>
          Work here
        </Button>
      }
    >
      Nothing that is scanned here counts. Go on in that tab, or work here: this tab continues where that one is.
    </EmptyState>
  );
}

const locksOfBrowser = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);
