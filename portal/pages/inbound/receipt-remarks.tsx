/** Remarks of a count: its note, its lots, why units are in another condition, and how it differs from what was expected. */
import type { ReplyOf } from '../../api/client.ts';
import { formatCount } from '../../design/format.ts';
import styles from './receipt-remarks.module.css';

type Receipt = ReplyOf<'/api/Receiving/ListParked'>['Records'][number];

const remarkOf = (text: string, reasonCode: string, note: string): string => {
  const why = [reasonCode, note].filter((part) => part !== '').join(', ');
  return why === '' ? text : `${text}: ${why}`;
};

interface ReceiptRemarksProps {
  readonly receipt: Pick<Receipt, 'Note' | 'Lots' | 'Issues' | 'Differences'>;
}

const ofLot = (lot: string): string => (lot === '' ? '' : ` of lot ${lot}`);

export function ReceiptRemarks({ receipt }: ReceiptRemarksProps) {
  const remarks = [
    ...(receipt.Note === '' ? [] : [receipt.Note]),
    ...receipt.Issues.map(({ Units, ItemNo, Lot, InventoryStatus, ReasonCode, Note }) =>
      remarkOf(`${formatCount(Units)} × ${ItemNo} ${InventoryStatus}${ofLot(Lot)}`, ReasonCode, Note),
    ),
    ...receipt.Differences.map(({ ItemNo, Difference, ReasonCode, Note }) =>
      remarkOf(
        `${formatCount(Math.abs(Difference))} ${Difference > 0 ? 'too many' : 'missing'} of ${ItemNo}`,
        ReasonCode,
        Note,
      ),
    ),
    ...receipt.Lots.map(({ Units, ItemNo, Lot }) => `${formatCount(Units)} × ${ItemNo}${ofLot(Lot)}`),
  ];
  return remarks.map((remark, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two bottles may have the same remark, and remarks do not move
    <span key={nth} className={styles.remark}>
      {remark}
    </span>
  ));
}
