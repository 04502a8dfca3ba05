/** The picking station: one task with its bin, item and count in large letters, by scans and keys alone. */

import { useState, useSyncExternalStore } from 'react';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { formatCount } from '../../design/format.ts';
import type { StationKey } from '../../design/keys.ts';
import { Page } from '../../design/page.tsx';
import { QueryState } from '../../design/states.tsx';
import { useStationPaging } from '../../design/station-paging.tsx';
import { OnlyTab } from '../../station/only-tab.tsx';
import { ScanInputForm, useReadyScanLine, useRefreshWhen } from '../../station/scan-input-form.tsx';
import stationStyles from '../../station/station.module.css';
import { SoundSwitch, StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { useStation } from '../../station/use-station.ts';
import { VerdictBand } from '../../station/verdict-band.tsx';
import { CurrentStop, NextStops, PutBackList, Totes } from './pick-parts.tsx';
import { createPickingStationController, type PickingStationController, type PickingTask } from './picking-station.ts';
import { ShortDialog, useReasonNames } from './short-dialog.tsx';
import { TasksToPick } from './tasks-to-pick.tsx';

const station = 'picking';

const firstStep = 'Type its number, or choose it below. A task that you left continues as it was.';
const words = { ready: 'Scan a wave', right: 'Right', wrong: 'Wrong', done: 'Done' } as const;

export function PickPage() {
  const { Email } = useOperator();
  return (
    <Page title="Picking" aside={Email} actions={<SoundSwitch />}>
      <OnlyTab station={station}>
        <OpenedStation />
      </OnlyTab>
    </Page>
  );
}

function OpenedStation() {
  const picking = useStation(station, createPickingStationController);
  return picking && <Picking station={picking} />;
}

function Picking({ station: { state: read, subscribe, act } }: { readonly station: PickingStationController }) {
  const state = useSyncExternalStore(subscribe, read);
  const { isLead } = useOperator();
  const [missing, setMissing] = useState<PickingTask['Current']>();
  const { task, waiting, takenTask, verdict, message, trouble } = state;
  const isPicking = task?.State === 'picking';
  const isDone = task?.State === 'done';
  const left = isPicking ? task.Units - task.Picked : 0;
  const reasonName = useReasonNames();
  const page = useStationPaging('');
  const list = useOperation('/api/Picking/List', page.after ? { After: page.after } : {}, { isEnabled: !isPicking });
  // The list was read before the task ended.
  const listed = list.data && {
    ...list.data,
    Tasks: list.data.Tasks.filter(({ Task }) => !isDone || Task !== task.Task),
  };
  const scan = (code: string): void => act({ kind: 'scan', code });
  // Not while a step waits: it may lead to another stop.
  const mayShort = isPicking && waiting === 0 && task.Next !== 'tote' && task.Next !== 'none';
  const full = isPicking ? task.FullTote : undefined;
  const mayEmpty = waiting === 0 && full !== undefined;
  const sameWave = { Number: task?.WaveNumber ?? 1 };
  const rest = useOperation('/api/Picking/List', sameWave, { isEnabled: isDone });
  const hasNext = isDone && rest.data?.Waves.some(({ Wave }) => Wave === task.Wave);
  const next = (): void => {
    if (task) act({ kind: 'start', wave: task.Wave });
  };
  const takeOver = (): void => {
    if (takenTask !== undefined) act({ kind: 'open', task: takenTask, takesOver: true });
  };
  const keys: readonly StationKey[] = [
    { key: 'F2', label: 'Next task of the wave', run: hasNext ? next : undefined, isPrimary: true },
    { key: 'F4', label: 'Undo', run: isPicking ? () => act({ kind: 'undo' }) : undefined },
    { key: 'F7', label: 'Not there…', run: mayShort ? () => setMissing(task.Current) : undefined },
    {
      key: 'F8',
      label: `Tote ${full?.Tote} is empty`,
      run: mayEmpty ? () => act({ kind: 'empty', tote: full.Tote, version: full.Version }) : undefined,
    },
    { key: 'F9', label: 'Take it over', run: takenTask !== undefined && isLead ? takeOver : undefined },
    { key: 'Escape', label: isDone ? 'Close' : 'Put aside', run: task && (() => act({ kind: 'leave' })) },
  ];
  useStationKeys(keys);
  const line = useReadyScanLine(waiting === 0 && missing === undefined);
  useRefreshWhen(!isPicking);
  return (
    <>
      <VerdictBand verdict={verdict} word={words[verdict]} message={message || firstStep} trouble={trouble}>
        {left > 0 && (
          <span className={stationStyles.left}>
            {formatCount(left)}
            <small> left</small>
          </span>
        )}
      </VerdictBand>
      {full && <PutBackList tote={full} />}
      {isPicking && task.Current && <CurrentStop task={task} stop={task.Current} />}
      <ScanInputForm inputRef={line} waiting={waiting} onScan={scan} />
      <StationButtons keys={keys} />
      {isPicking && <NextStops task={task} />}
      {task && <Totes task={task} reasonName={reasonName} />}
      {!isPicking && (
        <QueryState query={list}>
          {listed && <TasksToPick list={listed} page={page} act={act} isLead={isLead} />}
        </QueryState>
      )}
      {missing && (
        <ShortDialog
          stop={missing}
          onReport={(reason) => {
            const { CustomerNo: customerNo, ItemNo: itemNo, Location: location } = missing;
            setMissing(undefined);
            act({ kind: 'short', customerNo, itemNo, location, reason });
          }}
          onClose={() => setMissing(undefined)}
        />
      )}
    </>
  );
}
