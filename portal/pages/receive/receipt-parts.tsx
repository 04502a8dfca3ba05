/** The parts of a receipt: its counts, orders to choose from, and the postings at its end. */
import { Button } from '@mantine/core';
import { formatCount, statusInWords } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { PhotoList } from '../../design/photos.tsx';
import styles from '../../station/work.module.css';
import { unitOnShelf } from '../skus/sku-words.ts';
import type { OrderMatch, Receipt } from './receiving-station.ts';

interface CountsProps {
  readonly receipt: Receipt;
  /** The lot of the next scans; `""` for none. */
  readonly lot: string;
  /** The bin that a departing transfer is taken out of; `""` when none is named. */
  readonly bin: string;
}

/** The counted units by item. Expected units are not shown, except what a departing transfer is to take. */
export function ReceiptCountsPanel({ receipt, lot, bin }: CountsProps) {
  const { Lines, Issues, OrderNumber, Pallet, CustomerNo, CustomerName, Kind, Counts: counts } = receipt;
  const about = Kind === 'unannounced' ? 'Without an order' : `${OrderNumber}, pallet ${Pallet}`;
  const lots = counts.filter(({ Lot, Location }) => Lot !== '' || Location !== undefined);
  const notes = [`${CustomerName} ${CustomerNo}`, lot === '' ? '' : `lot ${lot}`, bin === '' ? '' : `from ${bin}`];
  return (
    <Panel title={about} note={notes.filter((note) => note !== '').join(' · ')}>
      <ul className={styles.list} aria-label="Counted">
        {Lines.map(({ ItemNo, Description, Uom, Counted, ToPick, Bins = [] }) => (
          <li key={ItemNo}>
            <span className={styles.number}>{formatCount(Counted)}</span>
            <span className={styles.item}>
              <strong>{Description === '' ? ItemNo : Description}</strong>
              <span className="quiet">
                <span className="code">{ItemNo}</span>
                {Uom !== '' && ` · ${unitOnShelf(Uom)}`}
                {ToPick !== undefined && ` · ${formatCount(ToPick)} to leave`}
                {Bins.length > 0 && ` · in ${Bins.slice(0, 5).join(', ')}${Bins.length > 5 ? ' and others' : ''}`}
              </span>
            </span>
          </li>
        ))}
        {Lines.length === 0 && <li>Scan the first bottle.</li>}
      </ul>
      {(Issues.length > 0 || lots.length > 0 || receipt.Photos.length > 0) && (
        <ul className={styles.totes} aria-label="Conditions and lots">
          {Issues.map(({ Issue, ItemNo, Units, InventoryStatus, ReasonCode, Note }) => (
            <li key={Issue} className={styles.short}>
              {formatCount(Units)} × <span className="code">{ItemNo}</span> as {InventoryStatus} ({ReasonCode}
              {Note !== '' && `: ${Note}`})
            </li>
          ))}
          <ReceiptPhotos receipt={receipt} />
          {lots.map(({ ItemNo, Lot, Units, Location = '' }) => (
            <li key={`${ItemNo} ${Lot} ${Location}`}>
              {formatCount(Units)} × <span className="code">{ItemNo}</span>
              {Lot !== '' && ` of lot ${Lot}`}
              {Location !== '' && ` from ${Location}`}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Photos of the whole delivery, then of units in another condition. */
function ReceiptPhotos({ receipt: { CustomerNo, Photos, Issues } }: { readonly receipt: Receipt }) {
  const photos = [
    ...Photos.map((Photo) => ({ Photo, ItemNo: '', InventoryStatus: '' })),
    ...Issues.flatMap(({ ItemNo, InventoryStatus, Photos: ofIssue }) =>
      ofIssue.map((Photo) => ({ Photo, ItemNo, InventoryStatus })),
    ),
  ];
  if (photos.length === 0) return null;
  return (
    <li>
      <PhotoList customerNo={CustomerNo} photos={photos} />
    </li>
  );
}

/** Orders that one scan names. */
export function OrderMatchesPanel({
  matches,
  onChoose,
}: {
  readonly matches: readonly OrderMatch[];
  readonly onChoose: (scan: string) => void;
}) {
  return (
    <Panel title="Which one?" note={`${matches.length} orders have this name`}>
      <ul className={styles.list} aria-label="Orders to choose from">
        {matches.map(
          ({ Kind, CustomerName, CustomerNo, OrderNumber, CustomerReferenceNo, TransactionReferenceNumber }, nth) => (
            <li key={`${Kind} ${TransactionReferenceNumber}`}>
              <span className={styles.number}>{nth + 1}</span>
              <span className={styles.item}>
                <strong>
                  {OrderNumber} · {CustomerReferenceNo}
                </strong>
                <span className="quiet">
                  {CustomerName} <span className="code">{CustomerNo}</span> · {Kind}
                </span>
              </span>
              <Button
                variant="default"
                className={styles.pick ?? ''}
                aria-label={`Choose ${OrderNumber} of ${CustomerNo}`}
                onClick={() => onChoose(TransactionReferenceNumber)}
              >
                Choose
              </Button>
            </li>
          ),
        )}
      </ul>
    </Panel>
  );
}

/** The result of a receipt that is not open any more. */
export function EndedReceipt({
  receipt: { Kind, OrderNumber, Pallet, Result, Differences, State },
}: {
  readonly receipt: Receipt;
}) {
  const posted = Result?.Posted ?? [];
  return (
    <Panel
      title={OrderNumber === '' ? 'Parked' : `${OrderNumber}, pallet ${Pallet}`}
      note={statusInWords(Result?.OrderStatus || State)}
    >
      <ul className={styles.totes} aria-label="Posted">
        {posted.map(({ ItemNo, Units, InventoryStatus }) => (
          <li key={`${ItemNo} ${InventoryStatus}`}>
            {formatCount(Units)} × <span className="code">{ItemNo}</span> as {InventoryStatus}
          </li>
        ))}
        {Differences.map(({ ItemNo, Difference }) => (
          <li key={`difference ${ItemNo}`} className={styles.short}>
            {formatCount(Math.abs(Difference))} {Difference > 0 ? 'too many' : 'missing'} of{' '}
            <span className="code">{ItemNo}</span>
            {Kind === 'transfer out' && Difference > 0 && ', to be put back'}
          </li>
        ))}
        {Kind === 'unannounced' && <li>Customer service decides about it.</li>}
      </ul>
    </Panel>
  );
}
