/** The scanner's line of the close of day: each scan of a label stages its box. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { StationKey } from '../../design/keys.ts';
import { ScanForm } from '../pack/scan-form.tsx';
import { playVerdict } from '../pack/sound.ts';
import { useStationKeys } from '../pack/station-keys.tsx';
import { callMs } from '../pack/step-queue.ts';
import { Band } from '../pack/verdict-band.tsx';
import { openStageQueue, type StageQueue } from './stage-queue.ts';

const retryMs = 1_000;

export function StageLine() {
  const [queue, setQueue] = useState<StageQueue>();
  useEffect(() => {
    const opened = openStageQueue({
      stage: (TrackingNumber) => call('/api/Floor/Stage', { TrackingNumber }, AbortSignal.timeout(callMs)),
      pause: () => new Promise((resolve) => setTimeout(resolve, retryMs)),
      onVerdict: playVerdict,
    });
    setQueue(opened);
    return () => opened.close();
  }, []);
  return queue && <Line queue={queue} />;
}

function Line({ queue }: { readonly queue: StageQueue }) {
  const { verdict, message, waiting, trouble } = useSyncExternalStore(queue.subscribe, queue.state);
  const input = useRef<HTMLInputElement>(null);
  useStationKeys(noKeys);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <Band verdict={verdict} word={words[verdict]} message={message || firstStep} trouble={trouble} />
      <ScanForm
        inputRef={input}
        hint="Scan the label of a box to stage it"
        waiting={waiting}
        onScan={(code) => queue.scan(code)}
      />
    </>
  );
}

/** It has none besides those of the list of keys. */
const noKeys: readonly StationKey[] = [];

const firstStep = 'Each scan of a label stages its box for the truck.';
const words = { ready: 'Scan a label', right: 'Right', wrong: 'Wrong', done: 'Staged' } as const;
