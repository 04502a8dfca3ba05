/** The dialogs of the receiving station: those that a person opens by a key, and the differences of a count that was to end. */
import { CountDialog } from './count-dialog.tsx';
import { DifferencesDialog } from './differences-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { LotDialog } from './lot-dialog.tsx';
import { NamePalletDialog } from './name-pallet-dialog.tsx';
import { ParkDeliveryDialog } from './park-delivery-dialog.tsx';
import type { Receipt, ReceivingAction, ReceivingState } from './receiving-station.ts';
import { TeachDialog } from './teach-dialog.tsx';

export type ReceivingDialog = 'count' | 'damage' | 'teach' | 'park' | 'discard' | 'lot' | 'pallet';

interface ReceivingDialogsProps {
  readonly state: ReceivingState;
  readonly warehouse: string;
  /** The label of the next pallet. */
  readonly pallet: string;
  readonly dialog: ReceivingDialog | undefined;
  readonly act: (action: ReceivingAction) => void;
  readonly onPallet: (label: string) => void;
  readonly onClose: () => void;
}

export function ReceivingDialogs(props: ReceivingDialogsProps) {
  const { state, warehouse, pallet, dialog, act, onPallet, onClose } = props;
  const { receipt, waiting, unknownCode, lot, isDifferent } = state;
  const isOpen = receipt?.State === 'open';
  const decide = (step: ReceivingAction): void => {
    onClose();
    act(step);
  };
  return (
    <>
      {isOpen && waiting === 0 && isDifferent && (
        <DifferencesDialog
          receipt={receipt}
          onConfirm={(reasons) => act({ kind: 'finish', confirm: true, reasons })}
          onClose={() => act({ kind: 'open', warehouse, scan: nameOf(receipt) })}
        />
      )}
      {isOpen && (dialog === 'count' || dialog === 'damage') && (
        <CountDialog
          receipt={receipt}
          isDamage={dialog === 'damage'}
          onCount={(count) => decide({ kind: 'count', ...count })}
          onClose={onClose}
        />
      )}
      {isOpen && dialog === 'teach' && unknownCode !== undefined && (
        <TeachDialog
          receipt={receipt}
          code={unknownCode}
          onTaught={() => decide({ kind: 'scan', warehouse, code: unknownCode, pallet })}
          onClose={onClose}
        />
      )}
      {isOpen && dialog === 'lot' && (
        <LotDialog lot={lot} onLot={(named) => decide({ kind: 'lot', lot: named })} onClose={onClose} />
      )}
      {isOpen && dialog === 'discard' && (
        <DiscardDialog
          receipt={receipt}
          onDiscard={(reason) => decide({ kind: 'discard', reason })}
          onClose={onClose}
        />
      )}
      {!isOpen && dialog === 'pallet' && (
        <NamePalletDialog
          label={pallet}
          onLabel={(label) => {
            onClose();
            onPallet(label);
          }}
          onClose={onClose}
        />
      )}
      {dialog === 'park' && (
        <ParkDeliveryDialog
          warehouse={warehouse}
          onPark={(delivery) => decide({ kind: 'park', warehouse, ...delivery })}
          onClose={onClose}
        />
      )}
    </>
  );
}

const nameOf = ({ CustomerNo, Receipt: id }: Receipt): string => `${CustomerNo}.${id}`;
