/** What people said about a count: lots, why units are in another condition, and how it differs from what was expected. */
import type { ReplyOf } from '../../api/client.ts';
import { formatCount } from '../../design/format.ts';
import styles from './receipt-remarks.module.css';

type Receipt = ReplyOf<'/api/Receiving/ListParked'>['Records'][number];

const remarkOf = (text: string, reasonCode: string, note: string): string => {
  const why = [reasonCode, note].filter((part) => part !== '').join(', ');
  return why === '' ? text : `${text}: ${why}`;
};

interface ReceiptRemarksProps {
  readonly receipt: Pick<Receipt, 'Lots' | 'Issues' | 'Differences'>;
  /** Of the whole delivery. */
  readonly note?: string;
}

export function ReceiptRemarks({ receipt, note = '' }: ReceiptRemarksProps) {
  const remarks = [
    ...(note === '' ? [] : [note]),
    ...receipt.Issues.map(({ Units, ItemNo, InventoryStatus, ReasonCode, Note }) =>
      remarkOf(`${formatCount(Units)} × ${ItemNo} ${InventoryStatus}`, ReasonCode, Note),
    ),
    ...receipt.Differences.map(({ ItemNo, Difference, ReasonCode, Note }) =>
      remarkOf(
        `${formatCount(Math.abs(Difference))} ${Difference > 0 ? 'too many' : 'missing'} of ${ItemNo}`,
        ReasonCode,
        Note,
      ),
    ),
    ...receipt.Lots.map(({ Units, ItemNo, Lot }) => `${formatCount(Units)} × ${ItemNo} of lot ${Lot}`),
  ];
  return [...new Set(remarks)].map((remark) => (
    <span key={remark} className={styles.remark}>
      {remark}
    </span>
  ));
}
