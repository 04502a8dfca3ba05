/** Picking: one task large, its bin, item and count, by scans and keys alone. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { Page } from '../../design/page.tsx';
import { QueryState } from '../../design/states.tsx';
import { browserPorts, keptStation } from '../pack/browser-ports.ts';
import packStyles from '../pack/pack-page.module.css';
import { playVerdict } from '../pack/sound.ts';
import { isWriting, KeyButton, SoundSwitch, useStationKeys } from '../pack/station-keys.tsx';
import { useScanLine } from '../pack/use-scan-line.ts';
import { Band } from '../pack/verdict-band.tsx';
import { CurrentStop, NextStops, Totes } from './pick-parts.tsx';
import {
  type KeptPicking,
  openPicking,
  type PickAction,
  type PickingStation,
  type PickingTask,
} from './picking-station.ts';
import { ShortDialog } from './short-dialog.tsx';
import { TasksToPick } from './tasks-to-pick.tsx';

const station = 'picking';

const words = { ready: 'Scan a wave', right: 'Right', wrong: 'Wrong', done: 'Done' } as const;

export function PickPage() {
  const { Email } = useOperator();
  const [picking, setPicking] = useState<PickingStation>();
  useEffect(() => {
    const ports = { ...browserPorts<KeptPicking>(Email, station), onVerdict: playVerdict };
    const opened = openPicking(ports, keptStation<KeptPicking>(Email, station));
    setPicking(opened);
    return () => opened.close();
  }, [Email]);
  return (
    <Page title="Picking" aside={Email} actions={<SoundSwitch />}>
      {picking && <Picking station={picking} />}
    </Page>
  );
}

type Waves = ReplyOf<'/api/Picking/List'>['Waves'];

function Picking({ station: { state: read, subscribe, act } }: { readonly station: PickingStation }) {
  const state = useSyncExternalStore(subscribe, read);
  const { Role } = useOperator();
  const isLead = Role === 'lead' || Role === 'admin';
  const line = useRef<HTMLInputElement>(null);
  const [last, setLast] = useState('');
  const [missing, setMissing] = useState<PickingTask['Current']>();
  const { task, waiting, takenTask, verdict, message, trouble } = state;
  const isPicking = task?.State === 'picking';
  const left = isPicking ? task.Units - task.Picked : 0;
  const list = useOperation('/api/Picking/List', {}, { isEnabled: !isPicking });
  const scan = (code: string): void => {
    setLast(code);
    act(isPicking ? { kind: 'scan', code } : startOf(list.data?.Waves, code));
  };
  const take = useScanLine(line, scan);
  // What is on the way may lead to another stop.
  const mayShort = isPicking && waiting === 0 && task.Next !== 'tote' && task.Next !== 'none';
  const next = (): void => {
    if (task?.State === 'done') act({ kind: 'start', wave: task.Wave });
  };
  const takeOver = (): void => {
    if (takenTask !== undefined && isLead) act({ kind: 'open', task: takenTask, takesOver: true });
  };
  useStationKeys((key) => {
    if (key === 'F2') next();
    else if (key === 'F4' && isPicking) act({ kind: 'undo' });
    else if (key === 'F7' && mayShort) setMissing(task.Current);
    else if (key === 'F9') takeOver();
    else if (key === 'Escape' && task) act({ kind: 'leave' });
  });
  useEffect(() => {
    if (waiting === 0 && missing === undefined && !isWriting()) line.current?.focus();
  }, [waiting, missing]);
  useEffect(() => {
    if (!isPicking) void refreshAll();
  }, [isPicking]);
  return (
    <>
      <Band verdict={verdict} word={words[verdict]} message={message} trouble={trouble}>
        {left > 0 && (
          <span className={packStyles.left}>
            {left}
            <small> left</small>
          </span>
        )}
      </Band>
      {isPicking && task.Current && <CurrentStop task={task} stop={task.Current} />}
      <form
        className={packStyles.line}
        onSubmit={(event) => {
          event.preventDefault();
          take();
        }}
      >
        <label htmlFor="scan-line">Scan</label>
        <input
          id="scan-line"
          ref={line}
          className={packStyles.scan}
          inputMode="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="scan-last"
        />
        <span id="scan-last" className={packStyles.last}>
          {last === '' ? 'Scan or type, then Enter' : <>Last: {last}</>}
          {waiting > 0 && <strong> · {waiting} on the way</strong>}
        </span>
      </form>
      <div className={packStyles.buttons}>
        {isPicking && (
          <KeyButton keyName="F4" onClick={() => act({ kind: 'undo' })}>
            Undo
          </KeyButton>
        )}
        {mayShort && (
          <KeyButton keyName="F7" onClick={() => setMissing(task.Current)}>
            Not there…
          </KeyButton>
        )}
        {task?.State === 'done' && (
          <KeyButton keyName="F2" onClick={next}>
            Next task of the wave
          </KeyButton>
        )}
        {takenTask !== undefined && isLead && (
          <KeyButton keyName="F9" onClick={takeOver}>
            Take it over
          </KeyButton>
        )}
        {task && (
          <KeyButton keyName="Esc" onClick={() => act({ kind: 'leave' })}>
            Put aside
          </KeyButton>
        )}
      </div>
      {isPicking && <NextStops task={task} />}
      {task && <Totes task={task} />}
      {!isPicking && (
        <QueryState query={list}>{list.data && <TasksToPick list={list.data} act={act} isLead={isLead} />}</QueryState>
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

/** Starts the wave that a person names by its number; each warehouse has its own numbers. */
function startOf(waves: Waves | undefined, code: string): PickAction {
  const refuse = (message: string): PickAction => ({ kind: 'refuse', message });
  if (waves === undefined) return refuse('The waves are not here yet: scan again.');
  const number = /^(?:wave\s*)?(\d{1,9})$/i.exec(code.trim())?.[1];
  if (number === undefined) return refuse('Choose a wave first: scan or type its number.');
  const named = waves.filter((wave) => wave.Number === Number(number));
  const [first] = named;
  if (first === undefined) return refuse(`No wave ${number} waits to be picked.`);
  if (named.length === 1) return { kind: 'start', wave: first.Wave };
  return refuse(`Wave ${number} is at ${named.map(({ Warehouse }) => Warehouse).join(' and ')}: choose one below.`);
}
