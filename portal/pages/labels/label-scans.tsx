/** Scans of JIT labels at an automatic warehouse: the goods are here, so the order is in work and packed. */
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../api/client.ts';
import type { StationKey } from '../../design/keys.ts';
import { Page, Panel } from '../../design/page.tsx';
import { OrderLink } from '../orders/order-link.tsx';
import { ScanForm } from '../pack/scan-form.tsx';
import { playVerdict } from '../pack/sound.ts';
import { SoundSwitch, useStationKeys } from '../pack/station-keys.tsx';
import { callMs } from '../pack/step-queue.ts';
import { Band } from '../pack/verdict-band.tsx';
import { LabelViews } from './label-views.tsx';
import styles from './labels.module.css';
import { type LabelQueue, openLabelQueue } from './scan-queue.ts';

const retryMs = 1_000;

export function LabelScans() {
  const [queue, setQueue] = useState<LabelQueue>();
  useEffect(() => {
    const opened = openLabelQueue({
      scan: (Label) => call('/api/Labels/Scan', { Label }, AbortSignal.timeout(callMs)),
      pause: () => new Promise((resolve) => setTimeout(resolve, retryMs)),
      onVerdict: playVerdict,
    });
    setQueue(opened);
    return () => opened.close();
  }, []);
  return (
    <Page title="Labels" actions={<SoundSwitch />}>
      <LabelViews current="scan" />
      {queue && <Scans queue={queue} />}
    </Page>
  );
}

/** It has none besides those of the list of keys. */
const noKeys: readonly StationKey[] = [];

const firstStep =
  'The box of a JIT order has arrived with its label. At a warehouse where people pack, use the packing station.';
const words = { ready: 'Scan a label', right: 'Right', wrong: 'Wrong', done: 'In work' } as const;

function Scans({ queue }: { readonly queue: LabelQueue }) {
  const { verdict, message, labels, waiting, trouble } = useSyncExternalStore(queue.subscribe, queue.state);
  const input = useRef<HTMLInputElement>(null);
  useStationKeys(noKeys);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <Band verdict={verdict} word={words[verdict]} message={message || firstStep} trouble={trouble} />
      <ScanForm
        inputRef={input}
        hint="Scan the JIT label of a box"
        waiting={waiting}
        onScan={(code) => queue.scan(code)}
      />
      {labels.length > 0 && (
        <Panel title="Scanned here" note="the last ones">
          <ul className={styles.scanned} aria-label="Scanned labels">
            {labels.map(({ JITLabelID, CustomerNo, OrderNo, OrderReferenceNumber, Warehouse }) => (
              <li key={JITLabelID}>
                <OrderLink
                  CustomerNo={CustomerNo}
                  OrderNo={OrderNo}
                  TransactionReferenceNumber={OrderReferenceNumber}
                />
                <span className="quiet">
                  <span className="code">{JITLabelID}</span> · {CustomerNo} · {Warehouse}
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </>
  );
}
