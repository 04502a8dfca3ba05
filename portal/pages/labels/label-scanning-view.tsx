/** Scans of JIT labels at an automatic warehouse. A scan says that the goods are there, so that the order is processed and packed. */
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { Page, Panel } from '../../design/page.tsx';
import { ScanLine, type ScanResult } from '../../station/scan-line.tsx';
import { SoundSwitch } from '../../station/station-keys.tsx';
import { stationCallTimeoutMs } from '../../station/step-queue.ts';
import { OrderLink } from '../orders/order-link.tsx';
import { LabelViews } from './label-views.tsx';
import styles from './labels.module.css';

/** The number of scanned labels that are listed. */
const maxShown = 20;

export function LabelScanningView() {
  /** The scanned labels, the last one first. */
  const [labels, setLabels] = useState<readonly ReplyOf<'/api/Labels/Scan'>[]>([]);
  const scan = async (Label: string): Promise<ScanResult> => {
    const scanned = await call('/api/Labels/Scan', { Label }, AbortSignal.timeout(stationCallTimeoutMs));
    const order = `Order ${scanned.OrderNo} of ${scanned.CustomerName} ${scanned.CustomerNo}`;
    if (scanned.IsRepeated) {
      return { verdict: 'right', message: `${order} was scanned before: nothing has changed.` };
    }
    setLabels((before) => {
      const others = before.filter(({ JITLabelID }) => JITLabelID !== scanned.JITLabelID);
      return [scanned, ...others].slice(0, maxShown);
    });
    return { verdict: 'done', message: `${order} is in work.` };
  };
  return (
    <Page title="Labels" actions={<SoundSwitch />}>
      <LabelViews current="scan" />
      <ScanLine
        station="labels"
        scan={scan}
        doneWord="In work"
        firstStep="The box of a JIT order has arrived with its label. At a warehouse where people pack, use the packing station."
        hint="Scan the JIT label of a box"
      />
      {labels.length > 0 && (
        <Panel title="Scanned here" note="the last ones">
          <ul className={styles.scanned} aria-label="Scanned labels">
            {labels.map(({ JITLabelID, CustomerNo, CustomerName, OrderNo, OrderReferenceNumber, Warehouse }) => (
              <li key={JITLabelID}>
                <OrderLink
                  CustomerNo={CustomerNo}
                  OrderNo={OrderNo}
                  TransactionReferenceNumber={OrderReferenceNumber}
                />
                <span className="quiet">
                  <span className="code">{JITLabelID}</span> · {CustomerName} <span className="code">{CustomerNo}</span>{' '}
                  · {Warehouse}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </Page>
  );
}
