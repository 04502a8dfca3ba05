/** The receiving station: people count the goods of a truck from zero, by scans and keys alone. */

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { formatCount } from '../../design/format.ts';
import type { StationKey } from '../../design/keys.ts';
import { QueryState } from '../../design/states.tsx';
import { useStationPaging } from '../../design/station-paging.tsx';
import { ScanInputForm, useReadyScanLine, useRefreshWhen } from '../../station/scan-input-form.tsx';
import stationStyles from '../../station/station.module.css';
import { StationButtons, useStationKeys } from '../../station/station-keys.tsx';
import { WarehouseStationPage } from '../../station/station-warehouse.tsx';
import { useStation } from '../../station/use-station.ts';
import { VerdictBand } from '../../station/verdict-band.tsx';
import { choicePrompt } from '../bins/scanned-items.ts';
import { ExpectedOrders } from './expected-orders.tsx';
import { EndedReceipt, OrderMatchesPanel, ReceiptCountsPanel } from './receipt-parts.tsx';
import { type ReceivingDialog, ReceivingDialogs } from './receiving-dialogs.tsx';
import { createReceivingStationController, type ReceivingStationController } from './receiving-station.ts';

const station = 'receiving';

const firstStep = 'Type its number, or choose it below. A pallet that you left continues as it was.';

const words = { ready: 'Scan an order', right: 'Right', wrong: 'Wrong', done: 'Done' } as const;

export function ReceivePage() {
  return (
    <WarehouseStationPage title="Receiving" station={station}>
      {(warehouse) => <OpenedStation warehouse={warehouse} />}
    </WarehouseStationPage>
  );
}

function OpenedStation({ warehouse }: { readonly warehouse: string }) {
  const receiving = useStation(station, createReceivingStationController);
  return receiving && <Receiving station={receiving} warehouse={warehouse} />;
}

interface ReceivingProps {
  readonly station: ReceivingStationController;
  readonly warehouse: string;
}

function Receiving({ station: { state: read, subscribe, act }, warehouse }: ReceivingProps) {
  const state = useSyncExternalStore(subscribe, read);
  const { isLead } = useOperator();
  const page = useStationPaging(warehouse);
  const [pallet, setPallet] = useState('');
  const [dialog, setDialog] = useState<ReceivingDialog>();
  const { receipt, waiting, verdict, message, trouble, matches, taken, unknownCode, lot, bin, isDifferent } = state;
  const isOpen = receipt?.State === 'open';
  const request = { Warehouses: [warehouse], ...(page.after && { After: page.after }) };
  const list = useOperation('/api/Receiving/List', request, { isEnabled: !isOpen });
  const open = (scan: string): void => act({ kind: 'open', warehouse, scan, ...(pallet !== '' && { pallet }) });
  const scan = (code: string): void => act({ kind: 'scan', warehouse, code, pallet });
  const isIdle = isOpen && waiting === 0;
  // No dialog opens while a step waits, because its reply may open or end the receipt that the dialog is about.
  const mayOpen = !isOpen && waiting === 0;
  const mayTeach = isIdle && unknownCode !== undefined && isLead;
  const takeOver = (): void => {
    if (taken !== undefined) act({ kind: 'open', ...taken, takesOver: true });
  };
  const teach = mayTeach ? () => setDialog('teach') : undefined;
  const park = mayOpen ? () => setDialog('park') : undefined;
  const keys: readonly StationKey[] = [
    {
      key: 'F2',
      label: receipt?.Kind === 'unannounced' ? 'Park it' : 'Finish',
      isPrimary: true,
      run: isIdle ? () => act({ kind: 'finish' }) : undefined,
    },
    { key: 'F4', label: 'Undo', run: isOpen ? () => act({ kind: 'undo' }) : undefined },
    isOpen
      ? { key: 'F6', label: 'Count by hand…', run: isIdle ? () => setDialog('count') : undefined }
      : {
          key: 'F6',
          label: pallet === '' ? 'Label of the pallet…' : `Pallet ${pallet}…`,
          run: mayOpen ? () => setDialog('pallet') : undefined,
        },
    receipt?.Kind === 'transfer out'
      ? { key: 'F7', label: 'From no bin', run: isOpen && bin !== '' ? () => act({ kind: 'no bin' }) : undefined }
      : { key: 'F7', label: 'Damaged…', run: isIdle ? () => setDialog('damage') : undefined },
    { key: 'F8', label: isOpen ? 'Teach the code…' : 'Without an order…', run: isOpen ? teach : park },
    isOpen
      ? { key: 'F9', label: 'Lot of the day…', run: isIdle ? () => setDialog('lot') : undefined }
      : { key: 'F9', label: 'Take it over', run: taken === undefined ? undefined : takeOver },
    { key: 'F10', label: 'Discard…', run: isIdle ? () => setDialog('discard') : undefined },
    { key: 'Escape', label: isOpen ? 'Put aside' : 'Close', run: receipt && (() => act({ kind: 'leave' })) },
  ];
  useStationKeys(keys);
  const line = useReadyScanLine(waiting === 0 && dialog === undefined && !isDifferent);
  const counted = isOpen ? `${receipt.CustomerNo} ${receipt.OrderNumber}` : '';
  // Forget the label of another pallet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the order
  useEffect(() => {
    setPallet('');
  }, [counted]);
  useRefreshWhen(!isOpen);
  return (
    <>
      <VerdictBand
        verdict={verdict}
        word={
          matches.length > 0
            ? choicePrompt
            : isDifferent
              ? 'Differs'
              : unknownCode === undefined
                ? words[verdict]
                : 'Unknown'
        }
        message={message || firstStep}
        trouble={trouble}
      >
        {isOpen && (
          <span className={stationStyles.left}>
            {formatCount(receipt.Units)}
            <small> counted</small>
          </span>
        )}
      </VerdictBand>
      <ScanInputForm inputRef={line} waiting={waiting} onScan={scan} />
      <StationButtons keys={keys} />
      {matches.length > 0 && <OrderMatchesPanel matches={matches} onChoose={open} />}
      {isOpen && <ReceiptCountsPanel receipt={receipt} lot={lot} bin={bin} />}
      {receipt && !isOpen && <EndedReceipt receipt={receipt} />}
      {!isOpen && (
        <QueryState query={list}>
          {list.data && (
            <ExpectedOrders
              warehouse={warehouse}
              list={list.data}
              page={page}
              onOpen={open}
              onTakeOver={(name) => act({ kind: 'open', warehouse, scan: name, takesOver: true })}
            />
          )}
        </QueryState>
      )}
      <ReceivingDialogs
        state={state}
        warehouse={warehouse}
        pallet={pallet}
        dialog={dialog}
        act={act}
        onPallet={setPallet}
        onClose={() => setDialog(undefined)}
      />
    </>
  );
}
