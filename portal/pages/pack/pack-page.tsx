/** The packing station: people pack an order into boxes and buy its labels, by scans and keys alone. */
import { Button, NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { isWillCallCarrier } from '../../api/carriers.ts';
import { useOperator } from '../../api/session.ts';
import type { StationKey } from '../../design/keys.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { Page } from '../../design/page.tsx';
import { OnlyTab } from '../../station/only-tab.tsx';
import { ScanInputForm } from '../../station/scan-input-form.tsx';
import stationStyles from '../../station/station.module.css';
import { isPersonTyping, SoundSwitch, StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { useStation } from '../../station/use-station.ts';
import { BoxForm, finishBoxLabel } from './box-form.tsx';
import styles from './pack-page.module.css';
import { isOffFloor, type PackingSession } from './packing-session.ts';
import {
  createPackingStationController,
  type PackingAction,
  type PackingState,
  type PackingStationController,
  type SavedPackingState,
} from './packing-station.ts';
import { PackingVerdictBand } from './packing-verdict-band.tsx';
import { loadLabels, loadPrintMode, type PrintMode, printModeOptions, savePrintMode } from './print-labels.ts';
import { PackingBoxesPanel, PackingOrderPanel, SpecialHandlingList } from './session-parts.tsx';

const loadDamageDialog = () => import('./damage-dialog.tsx');
const loadProblemDialog = () => import('./problem-dialog.tsx');
const DamageDialog = lazyDialog(loadDamageDialog);
const ProblemDialog = lazyDialog(loadProblemDialog);

export function PackPage() {
  const { Email } = useOperator();
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
      <OnlyTab station="station">
        <OpenedStation />
      </OnlyTab>
    </Page>
  );
}

function OpenedStation() {
  const station = useStation('station', (ports, kept?: SavedPackingState) =>
    createPackingStationController({ ...ports, loadLabels }, kept),
  );
  return station && <Station station={station} />;
}

function Station({ station }: { readonly station: PackingStationController }) {
  const state = useSyncExternalStore(station.subscribe, station.state);
  const line = useRef<HTMLInputElement>(null);
  const weight = useRef<HTMLInputElement>(null);
  const scan = (code: string): void => station.act({ kind: 'scan', code });
  const { session, waiting } = state;
  const [dialog, setDialog] = useState<'damage' | 'problem'>();
  const closeDialog = (): void => setDialog(undefined);
  // Not while a step waits, which may print: a second label must not get onto another box.
  const mayPrint = session !== undefined && hasLabels(session) && waiting === 0;
  const isOver = session?.Next === 'none' && session.State !== 'problem';
  const keys: readonly StationKey[] = [
    { key: 'F2', label: 'Weight', run: () => weight.current?.select(), isInField: true },
    { key: 'F4', label: 'Undo', run: mayUndo(state) ? () => station.act({ kind: 'undo' }) : undefined },
    { key: 'F7', label: 'Damaged…', run: mayDamage(state) ? () => setDialog('damage') : undefined },
    { key: 'F3', label: 'Report a problem…', run: mayPark(state) ? () => setDialog('problem') : undefined },
    {
      key: 'F6',
      label:
        session?.Next === 'wait'
          ? 'Ask the carrier again'
          : finishBoxLabel(session !== undefined && isWillCallCarrier(session.Carrier)),
      run: mayBuy(state) ? () => station.act({ kind: 'labels' }) : undefined,
      isPrimary: true,
    },
    { key: 'F8', label: 'Print again', run: mayPrint ? () => station.act({ kind: 'print' }) : undefined },
    {
      key: 'F9',
      label: 'Take it over',
      run: state.offer?.kind === 'take over' ? () => takeOver(state, station.act) : undefined,
    },
    { key: 'Escape', label: isOver ? 'Close' : 'Put aside', run: session && (() => station.act({ kind: 'leave' })) },
  ];
  useStationKeys(keys);
  const wantsWeight = session?.Next === 'finish box';
  useEffect(() => {
    if (waiting > 0 || dialog !== undefined || isPersonTyping()) return;
    (wantsWeight ? weight.current : line.current)?.focus();
  }, [waiting, wantsWeight, dialog]);
  const hasOrder = session !== undefined;
  useEffect(() => {
    // They open at once when their key is pressed.
    if (hasOrder) void Promise.allSettled([loadDamageDialog(), loadProblemDialog()]);
  }, [hasOrder]);
  const openBox = session?.Boxes.find(({ IsClosed }) => !IsClosed);
  return (
    <>
      <PackingVerdictBand state={state} />
      {session && !isOffFloor(session) && <SpecialHandlingList session={session} />}
      <ScanInputForm inputRef={line} waiting={waiting} onScan={scan} />
      <Offers state={state} act={station.act} />
      <StationButtons keys={keys} />
      {session?.State === 'problem' && (
        <p className={styles.hint}>
          {/* The reply to a report already says this. */}
          {session.Verdict === undefined && 'Put its bottles aside together. '}
          The order is on hold until this is corrected; then a lead releases it again.
        </p>
      )}
      {session && (
        <div className={styles.columns}>
          <PackingOrderPanel session={session} />
          <div className={styles.side}>
            {openBox && (
              <BoxForm
                key={`${session.TransactionReferenceNumber} ${openBox.Box}`}
                box={openBox.Box}
                isLast={session.Missing === 0}
                isWillCall={isWillCallCarrier(session.Carrier)}
                shipper={openBox.Shipper}
                shortCodes={session.ShortCodes}
                weightRef={weight}
                isWaiting={waiting > 0}
                onRefused={station.refuse}
                onScan={scan}
                onFinish={(measures) => {
                  // The reply removes the form: a scan that has begun by then must not be in it.
                  line.current?.focus();
                  station.act({ kind: 'finish', box: openBox.Box, measures });
                }}
              />
            )}
            <PackingBoxesPanel session={session} />
          </div>
        </div>
      )}
      {session && dialog === 'problem' && (
        <ProblemDialog
          orderNo={session.OrderNo}
          onReport={(problem) => {
            closeDialog();
            station.act({ kind: 'problem', problem });
          }}
          onClose={closeDialog}
        />
      )}
      {session && dialog === 'damage' && (
        <DamageDialog
          session={session}
          onReport={(damage) => {
            closeDialog();
            station.act({ kind: 'damage', damage });
          }}
          onClose={closeDialog}
        />
      )}
    </>
  );
}

/** Whether bottles can be scanned into the order's boxes. */
const takesBottles = ({ session }: PackingState): boolean =>
  session !== undefined && ['scan', 'finish box', 'buy labels'].includes(session.Next);

/** Whether a step can be undone: one of the boxes, which begin with the first scan, or one that still waits for a reply. */
const mayUndo = (state: PackingState): boolean =>
  (takesBottles(state) && (state.session?.Boxes.length ?? 0) > 0) || (state.session !== undefined && state.waiting > 0);

/** Whether damage can be reported: not while a step waits that may change the boxes. */
const mayDamage = (state: PackingState): boolean => takesBottles(state) && state.waiting === 0;

/** Whether the order can be parked: before it is staged, and not while a step waits. */
const mayPark = (state: PackingState): boolean =>
  mayDamage(state) || (state.waiting === 0 && ['labeled', 'labeling'].includes(state.session?.State ?? ''));

/** Whether the order has labels to print. Those of will-call boxes have no tracking number. */
const hasLabels = ({ State }: PackingSession): boolean =>
  State === 'labeled' || State === 'staged' || State === 'manifested' || State === 'departed';

/** Whether labels can be bought: not while a step waits, which may buy them, because each purchase prints them. */
const mayBuy = ({ session, waiting }: PackingState): boolean =>
  waiting === 0 && (session?.Next === 'buy labels' || session?.Next === 'wait');

function takeOver({ offer }: PackingState, act: (action: PackingAction) => void): void {
  if (offer?.kind !== 'take over') return;
  const { scan, customerNo } = offer;
  act({ kind: 'open', scan, takesOver: true, ...(customerNo !== undefined && { customerNo }) });
}

/** The wineries that have an order with the scanned number, or the warehouses with a tote of the scanned code. */
function Offers({
  state: { offer },
  act,
}: {
  readonly state: PackingState;
  readonly act: (action: PackingAction) => void;
}) {
  if (offer?.kind !== 'choose') return null;
  return (
    <div className={stationStyles.buttons}>
      {offer.choices.map((choice) => (
        <Button
          key={choice}
          variant="default"
          className={stationStyles.button ?? ''}
          onClick={() =>
            act({
              kind: 'open',
              scan: offer.scan,
              ...(offer.names === 'warehouse' ? { warehouse: choice } : { customerNo: choice }),
            })
          }
        >
          {choice}
        </Button>
      ))}
    </div>
  );
}

function PrinterChoice() {
  const [printer, setPrinter] = useState(loadPrintMode);
  return (
    <NativeSelect
      aria-label="What is printed"
      data={[...printModeOptions]}
      value={printer}
      onChange={({ currentTarget }) => {
        const chosen = currentTarget.value as PrintMode;
        savePrintMode(chosen);
        setPrinter(chosen);
        // Return the focus to the scanner's line.
        currentTarget.blur();
      }}
    />
  );
}
