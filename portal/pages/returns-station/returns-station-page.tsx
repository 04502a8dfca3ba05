/** The returns station: people find a return, inspect its bottles and decide on them, by scans and keys alone. */

import { useState, useSyncExternalStore } from 'react';
import { useStatuses } from '../../design/code-fields.tsx';
import type { StationKey } from '../../design/keys.ts';
import { ScanInputForm, useReadyScanLine, useRefreshWhen } from '../../station/scan-input-form.tsx';
import stationStyles from '../../station/station.module.css';
import { StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { WarehouseStationPage } from '../../station/station-warehouse.tsx';
import { useStation } from '../../station/use-station.ts';
import { VerdictBand } from '../../station/verdict-band.tsx';
import { choicePrompt } from '../bins/scanned-items.ts';
import { BottlePhotosDialog } from './bottle-photos-dialog.tsx';
import { DisposeDialog } from './dispose-dialog.tsx';
import { dispositionChoicesFor } from './disposition-choices.ts';
import { ParkPackageDialog } from './park-package-dialog.tsx';
import { loadReshipment } from './print-reshipment.ts';
import { ReturnDifferencesDialog } from './return-differences-dialog.tsx';
import {
  createReturnsStationController,
  isInspecting as isUnderInspection,
  nextUndecidedFinding,
  type ReturnsAction,
  type ReturnsState,
  type ReturnsStationController,
  type SavedReturnsState,
  type StationReturn,
} from './returns-station.ts';
import { DecidedBottles, DispositionPrompt, InspectedBottles, ReturnMatchesPanel } from './station-parts.tsx';

const station = 'returns';

const firstStep = 'Its tracking number, RMA number or order number. A return that you left continues as it was.';
const words = { ready: 'Scan a package', right: 'Right', wrong: 'Wrong', done: 'Done' } as const;

export function ReturnsStationPage() {
  return (
    <WarehouseStationPage title="Returns station" station={station}>
      {(warehouse) => <OpenedStation warehouse={warehouse} />}
    </WarehouseStationPage>
  );
}

function OpenedStation({ warehouse }: { readonly warehouse: string }) {
  const returns = useStation(station, (ports, kept?: SavedReturnsState) =>
    createReturnsStationController({ ...ports, loadReshipment }, kept),
  );
  return returns && <Returns station={returns} warehouse={warehouse} />;
}

type Bottle = NonNullable<ReturnsState['lastBottle']>;

function Returns({
  station: { state: read, subscribe, act },
  warehouse,
}: {
  readonly station: ReturnsStationController;
  readonly warehouse: string;
}) {
  const state = useSyncExternalStore(subscribe, read);
  const { found, verdict, message, trouble, waiting, matches, isDamaged, lastBottle, unknownLabel } = state;
  const [dialog, setDialog] = useState<'park' | 'dispose' | { readonly photographed: Bottle }>();
  const [seen, setSeen] = useState<unknown>();
  const isInspecting = isUnderInspection(found);
  const finding = nextUndecidedFinding(found);
  const reship = found?.Findings.findLast(({ ReshipReferenceNumber }) => ReshipReferenceNumber !== '');
  const print = (of: StationReturn, { ReshipReferenceNumber }: StationReturn['Findings'][number]): void => {
    const { CustomerNo, TransactionReferenceNumber, RMANumber } = of;
    act({
      kind: 'print',
      reshipment: { CustomerNo, TransactionReferenceNumber, RMANumber, ReshipReferenceNumber },
    });
  };
  const shipped = found?.Lines.find(({ Line }) => Line === finding?.Line)?.ShippedStatus;
  const { statuses } = useStatuses(found?.CustomerNo ?? '', { isConstant: true });
  const choices = finding ? dispositionChoicesFor(finding, shipped, statuses) : [];
  const isIdle = waiting === 0;
  const isDifferent = isInspecting && isIdle && found !== undefined && found.Differences.length > 0 && seen !== found;
  const scan = (code: string): void => {
    if (finding === undefined) act({ kind: 'scan', warehouse, code });
    else decide(code);
  };
  const decide = (key: string): void => {
    const choice = choices.find((each) => each.key === key);
    const decideFirst = `Decide first: ${choices.map((each) => each.key).join(', ')}.`;
    // The choices are those of the bottles that were shown before the reply.
    if (!isIdle) act({ kind: 'refuse', message: `Too early: ${key} was not taken. Look, then type it again.` });
    else if (choice !== undefined && choice.action === undefined) setDialog('dispose');
    else act(choice?.action ?? { kind: 'refuse', message: decideFirst });
  };
  const close = (): void => setDialog(undefined);
  const closeAndAct = (action: ReturnsAction): void => {
    close();
    act(action);
  };
  const keys: readonly StationKey[] = [
    {
      key: 'F2',
      label: 'Finish',
      isPrimary: true,
      run: isInspecting && isIdle ? () => act({ kind: 'finish' }) : undefined,
    },
    { key: 'F4', label: 'Undo', run: isInspecting ? () => act({ kind: 'undo' }) : undefined },
    {
      key: 'F6',
      label: isDamaged ? 'Next ones are good' : 'Next ones are damaged',
      run: isInspecting ? () => act({ kind: 'other condition' }) : undefined,
    },
    {
      key: 'F7',
      label: 'Photos of it…',
      run: isInspecting && isIdle && lastBottle ? () => setDialog({ photographed: lastBottle }) : undefined,
    },
    {
      key: 'F8',
      label: 'Without an owner…',
      run: unknownLabel !== undefined && isIdle ? () => setDialog('park') : undefined,
    },
    {
      key: 'F9',
      label: 'Print the label of the reshipment',
      // Not while a step waits, which may print.
      run: found && reship && isIdle ? () => print(found, reship) : undefined,
    },
    {
      key: 'Escape',
      label: isInspecting || finding ? 'Put aside' : 'Close',
      run: found && (() => act({ kind: 'leave' })),
    },
  ];
  useStationKeys(keys);
  const line = useReadyScanLine(isIdle && dialog === undefined && !isDifferent);
  useRefreshWhen(found?.Status === 'CLOSED');
  return (
    <>
      <VerdictBand
        verdict={verdict}
        word={
          matches.length > 0
            ? choicePrompt
            : isDifferent
              ? 'Differs'
              : finding && verdict !== 'wrong'
                ? 'Decide'
                : words[verdict]
        }
        message={message || firstStep}
        trouble={trouble}
      >
        {found && isInspecting && (
          <span className={stationStyles.left}>
            {found.Found.reduce((sum, { Units }) => sum + Units, 0)}
            <small> found</small>
          </span>
        )}
      </VerdictBand>
      <ScanInputForm inputRef={line} waiting={waiting} onScan={scan} />
      <StationButtons keys={keys} />
      {matches.length > 0 && (
        <ReturnMatchesPanel matches={matches} onChoose={(match) => act({ kind: 'choose', warehouse, match })} />
      )}
      {found && finding && (
        <DispositionPrompt found={found} finding={finding} choices={choices} onChoose={({ key }) => decide(key)} />
      )}
      {found && isInspecting && <InspectedBottles found={found} condition={isDamaged ? 'damaged' : 'good'} />}
      {found && !isInspecting && <DecidedBottles found={found} />}
      {found && isDifferent && (
        <ReturnDifferencesDialog
          found={found}
          onConfirm={() => act({ kind: 'finish', confirm: true })}
          onClose={() => setSeen(found)}
        />
      )}
      {found && typeof dialog === 'object' && (
        <BottlePhotosDialog
          found={found}
          bottle={dialog.photographed.name}
          onAdd={(photos) => closeAndAct({ kind: 'photos', scanId: dialog.photographed.scanId, photos })}
          onClose={close}
        />
      )}
      {found && finding && dialog === 'dispose' && (
        <DisposeDialog
          finding={finding}
          statuses={statuses.map(({ InventoryStatus }) => InventoryStatus)}
          onDecide={closeAndAct}
          onClose={close}
        />
      )}
      {dialog === 'park' && unknownLabel !== undefined && (
        <ParkPackageDialog
          label={unknownLabel}
          onPark={(place, note) => closeAndAct({ kind: 'park', warehouse, label: unknownLabel, place, note })}
          onClose={close}
        />
      )}
    </>
  );
}
