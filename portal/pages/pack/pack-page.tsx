/** The packing station: an order, its bottles, its boxes, its labels, by scans and keys alone. */
import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOperator } from '../../api/session.ts';
import { Page } from '../../design/page.tsx';
import { notifyError } from '../../design/toasts.tsx';
import { BoxForm } from './box-form.tsx';
import { browserPorts, keptStation } from './browser-ports.ts';
import styles from './pack-page.module.css';
import { type Action, openStation, type PackingStation, type StationState } from './packing-station.ts';
import { keepPrinter, keptPrinter, type Printer, printers, printLabels } from './print-labels.ts';
import { Boxes, Demands, Lines } from './session-parts.tsx';
import { playVerdict } from './sound.ts';
import { isWriting, KeyButton, SoundSwitch, useStationKeys } from './station-keys.tsx';
import { useScanLine } from './use-scan-line.ts';
import { VerdictBand } from './verdict-band.tsx';

export function PackPage() {
  const { Email } = useOperator();
  const [station, setStation] = useState<PackingStation>();
  useEffect(() => {
    const print = (session: Parameters<typeof printLabels>[0]) => void printLabels(session).catch(notifyError);
    const ports = { ...browserPorts(Email), onVerdict: playVerdict, onLabeled: print };
    const opened = openStation(ports, keptStation(Email));
    setStation(opened);
    return () => opened.close();
  }, [Email]);
  return (
    <Page
      title="Packing station"
      aside={Email}
      actions={
        <>
          <PrinterChoice />
          <SoundSwitch />
        </>
      }
    >
      {station && <Station station={station} />}
    </Page>
  );
}

function Station({ station }: { readonly station: PackingStation }) {
  const state = useSyncExternalStore(station.subscribe, station.state);
  const line = useRef<HTMLInputElement>(null);
  const weight = useRef<HTMLInputElement>(null);
  const [last, setLast] = useState('');
  const scan = (code: string): void => {
    setLast(code);
    station.act({ kind: 'scan', code });
  };
  const take = useScanLine(line, scan);
  const { session, waiting } = state;
  const mayPrint = session?.Boxes.some(({ TrackingNumber }) => TrackingNumber !== '') ?? false;
  const print = (): void => {
    if (session !== undefined && mayPrint) void printLabels(session).catch(notifyError);
  };
  useStationKeys((key) => {
    if (key === 'F2') weight.current?.select();
    else if (key === 'F4' && session) station.act({ kind: 'undo' });
    else if (key === 'F6' && mayBuy(state)) station.act({ kind: 'labels' });
    else if (key === 'F8') print();
    else if (key === 'F9') takeOver(state, station.act);
    else if (key === 'Escape' && session) station.act({ kind: 'leave' });
  });
  const wantsWeight = session?.Next === 'finish box';
  useEffect(() => {
    if (waiting > 0 || isWriting()) return;
    (wantsWeight ? weight.current : line.current)?.focus();
  }, [waiting, wantsWeight]);
  const openBox = session?.Boxes.find(({ IsClosed }) => !IsClosed);
  return (
    <>
      <VerdictBand state={state} />
      {session && <Demands session={session} />}
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
          ref={line}
          className={styles.scan}
          inputMode="none"
          autoComplete="off"
          spellCheck={false}
          aria-describedby="scan-last"
        />
        <span id="scan-last" className={styles.last}>
          {last === '' ? 'Scan or type, then Enter' : <>Last: {last}</>}
          {waiting > 0 && <strong> · {waiting} on the way</strong>}
        </span>
      </form>
      <Offers state={state} act={station.act} />
      {session === undefined ? (
        <p className={styles.hint}>
          Scan an order: the number or reference on its paper, or its JIT label. An order that you left continues as it
          was.
        </p>
      ) : (
        <div className={styles.columns}>
          <Lines session={session} />
          <div className={styles.side}>
            {openBox && (
              <BoxForm
                key={`${session.TransactionReferenceNumber} ${openBox.Box}`}
                box={openBox.Box}
                isLast={session.Missing === 0}
                weightRef={weight}
                onScan={scan}
                onFinish={(measures) => station.act({ kind: 'finish', box: openBox.Box, measures })}
              />
            )}
            <Boxes session={session} />
            <div className={styles.buttons}>
              <KeyButton keyName="F4" onClick={() => station.act({ kind: 'undo' })}>
                Undo
              </KeyButton>
              {mayBuy(state) && (
                <KeyButton keyName="F6" onClick={() => station.act({ kind: 'labels' })}>
                  {session.Next === 'wait' ? 'Ask the carrier again' : 'Buy labels'}
                </KeyButton>
              )}
              {mayPrint && (
                <KeyButton keyName="F8" onClick={print}>
                  Print again
                </KeyButton>
              )}
              <KeyButton keyName="Esc" onClick={() => station.act({ kind: 'leave' })}>
                Put aside
              </KeyButton>
            </div>
          </div>
        </div>
      )}
    </>
  );
}

const mayBuy = ({ session }: StationState): boolean => session?.Next === 'buy labels' || session?.Next === 'wait';

function takeOver({ offer }: StationState, act: (action: Action) => void): void {
  if (offer?.kind !== 'take over') return;
  const { scan, customerNo } = offer;
  act({ kind: 'open', scan, takesOver: true, ...(customerNo !== undefined && { customerNo }) });
}

/** What can be done about an order that another person has, or that several wineries have. */
function Offers({ state, act }: { readonly state: StationState; readonly act: (action: Action) => void }) {
  const { offer } = state;
  if (offer === undefined) return null;
  return (
    <div className={styles.buttons}>
      {offer.kind === 'take over' ? (
        <KeyButton keyName="F9" onClick={() => takeOver(state, act)}>
          Take it over
        </KeyButton>
      ) : (
        offer.customers.map((customerNo) => (
          <Button
            key={customerNo}
            variant="default"
            onClick={() => act({ kind: 'open', scan: offer.scan, customerNo })}
          >
            {customerNo}
          </Button>
        ))
      )}
    </div>
  );
}

function PrinterChoice() {
  const [printer, setPrinter] = useState(keptPrinter);
  return (
    <NativeSelect
      aria-label="What is printed"
      data={[...printers]}
      value={printer}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value as Printer;
        keepPrinter(chosen);
        setPrinter(chosen);
        // The keys are for the line again.
        currentTarget.blur();
      }}
    />
  );
}
