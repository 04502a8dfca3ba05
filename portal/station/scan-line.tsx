/**
 * The scanner's line of a page with its verdict. Codes are sent in the order of their scans, one at a time, and each is
 * repeated until the server has replied, so a repeated scan must change nothing. Codes without a reply survive a reload.
 */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOperator } from '../api/session.ts';
import type { StationKey } from '../design/keys.ts';
import { playVerdict } from '../design/sound.ts';
import { browserPorts, loadSavedStationState } from './browser-ports.ts';
import { OnlyTab } from './only-tab.tsx';
import { ScanInputForm } from './scan-input-form.tsx';
import type { StationVerdict } from './station.ts';
import { useStationKeys } from './station-keys.tsx';
import { openStepQueue, type StepQueue, type StepQueueState } from './step-queue.ts';
import { VerdictBand } from './verdict-band.tsx';

export interface ScanResult {
  readonly verdict: StationVerdict;
  readonly message: string;
}

interface ScanLineProps {
  /** Names the storage of codes without a reply. */
  readonly station: string;
  /** Sends a scan. Throws the error of the call. */
  readonly scan: (code: string) => Promise<ScanResult>;
  /** The word that says that the last scan was done. */
  readonly doneWord: string;
  /** The message before the first scan. */
  readonly firstStep: string;
  readonly hint: string;
}

interface ScanState extends StepQueueState, ScanResult {}

const start: ScanState = { verdict: 'ready', message: '', waiting: 0, trouble: '' };

interface SavedScansState {
  readonly steps: readonly string[];
}

export function ScanLine(props: ScanLineProps) {
  return (
    <OnlyTab station={props.station}>
      <OpenedLine {...props} />
    </OnlyTab>
  );
}

function OpenedLine({ station, scan, ...shown }: ScanLineProps) {
  const { Email } = useOperator();
  const [queue, setQueue] = useState<StepQueue<ScanState, string>>();
  const send = useRef(scan);
  send.current = scan;
  useEffect(() => {
    const show = ({ verdict, message }: ScanResult): void => {
      opened.set({ verdict, message });
      playVerdict(verdict);
    };
    const { pause, keep } = browserPorts<SavedScansState>(Email, station);
    const kept = loadSavedStationState<SavedScansState>(Email, station)?.steps ?? [];
    const opened = openStepQueue<ScanState, string>(start, kept, {
      run: async (code) => show(await send.current(code)),
      refuse: (_code, { message }) => show({ verdict: 'wrong', message }),
      pause,
      keep: (steps) => keep({ steps }),
    });
    opened.run();
    setQueue(opened);
    return () => opened.close();
  }, [Email, station]);
  return queue && <Line queue={queue} {...shown} />;
}

/** The page has no keys of its own. */
const noKeys: readonly StationKey[] = [];

interface LineProps extends Omit<ScanLineProps, 'scan' | 'station'> {
  readonly queue: StepQueue<ScanState, string>;
}

function Line({ queue, doneWord, firstStep, hint }: LineProps) {
  const { verdict, message, waiting, trouble } = useSyncExternalStore(queue.subscribe, queue.state);
  const input = useRef<HTMLInputElement>(null);
  useStationKeys(noKeys);
  useEffect(() => input.current?.focus(), []);
  const words = { ready: 'Scan a label', right: 'Right', wrong: 'Wrong', done: doneWord };
  return (
    <>
      <VerdictBand verdict={verdict} word={words[verdict]} message={message || firstStep} trouble={trouble} />
      <ScanInputForm inputRef={input} hint={hint} waiting={waiting} onScan={queue.add} />
    </>
  );
}
