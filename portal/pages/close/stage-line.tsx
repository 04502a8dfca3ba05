/** The scanner's line of the close of day: each scan of a label stages its box. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import styles from '../pack/pack-page.module.css';
import { playVerdict } from '../pack/sound.ts';
import { useScanLine } from '../pack/use-scan-line.ts';
import { Band } from '../pack/verdict-band.tsx';
import { openStageQueue, type StageQueue } from './stage-queue.ts';

const retryMs = 1_000;
const callMs = 30_000;

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
  const [last, setLast] = useState('');
  const take = useScanLine(input, (code) => {
    setLast(code);
    queue.scan(code);
  });
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <Band verdict={verdict} word={words[verdict]} message={message} trouble={trouble} />
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <label htmlFor="scan-line">Scan</label>
        <input
          id="scan-line"
          ref={input}
          className={styles.scan}
          inputMode="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="scan-last"
        />
        <span id="scan-last" className={styles.last}>
          {last === '' ? 'Scan the label of a box to stage it' : <>Last: {last}</>}
          {waiting > 0 && <strong> · {waiting} on the way</strong>}
        </span>
      </form>
    </>
  );
}

const words = { ready: 'Scan a label', right: 'Right', wrong: 'Wrong', done: 'Staged' } as const;
