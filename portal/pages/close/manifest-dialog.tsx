/** Puts the staged boxes on the manifest of a carrier, and shows the manifest. */
import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { useCarrierNames } from '../../api/carriers.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { codeColumn, wineryColumn } from '../../design/columns.tsx';
import { DialogError, StrayScanNote } from '../../design/confirm.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { DialogButtons, DialogList } from '../../design/dialog-parts.tsx';
import { DoneButton } from '../../design/done-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { useReturnFocus } from '../../design/return-focus.ts';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import { useSubmission } from '../../design/submission.ts';
import { PrintManifest } from './print-manifest.tsx';
import { StayedOrders } from './stayed-orders.tsx';

/** During an upgrade, a server of the version before does not say which orders stayed behind. */
type Manifest = Omit<ReplyOf<'/api/Floor/Manifest'>, 'StayedBehind'> &
  Partial<Pick<ReplyOf<'/api/Floor/Manifest'>, 'StayedBehind'>>;
type ManifestPackage = Manifest['Packages'][number];

const packageColumns: readonly Column<ManifestPackage>[] = [
  { ...codeColumn('TrackingNumber', 'Tracking number'), flexible: true },
  {
    key: 'order',
    header: 'Order',
    priority: 1,
    cell: ({ OrderNo }) => <span className="code strong broken">{OrderNo}</span>,
  },
  wineryColumn(),
  { key: 'box', header: 'Box', priority: 1, align: 'end', cell: ({ Box }) => Box },
  { key: 'weight', header: 'lb', priority: 1, align: 'end', cell: ({ WeightLb }) => WeightLb },
  { key: 'to', header: 'To', priority: 1, cell: ({ City, ZipCode }) => `${City} ${ZipCode}` },
];

interface DialogProps {
  readonly warehouse: string;
  readonly carrier: string;
  readonly onClose: () => void;
}

export function ManifestDialog({ warehouse, carrier, onClose }: DialogProps) {
  useReturnFocus();
  const { carrierName } = useCarrierNames();
  const [manifest, setManifest] = useState<Manifest>();
  const { isRunning, error, run } = useSubmission();
  // People scan boxes on this page: the Enter of a scan must not press a button.
  const strayScans = useStrayScanGuard();
  /** Those before the manifest was made, which the person has seen. */
  const [earlierScans, setEarlierScans] = useState(0);
  const make = () =>
    run(async () => {
      setManifest(await call('/api/Floor/Manifest', { Warehouse: warehouse, Carrier: carrier as 'FEX' }));
      setEarlierScans(strayScans.count);
    });
  const stayed = manifest?.StayedBehind ?? [];
  const canRetry = stayed.some(({ Retry }) => Retry);
  const title =
    manifest === undefined ? `Manifest of ${carrierName(carrier)} at ${warehouse}` : `Manifest ${manifest.Number}`;
  return (
    <Modal opened onClose={() => !isRunning && onClose()} title={title} size={860} onKeyDown={strayScans.onKeyDown}>
      {manifest === undefined ? (
        <p>
          All staged orders of {carrierName(carrier)} go on its manifest. An order with a box that is not staged stays
          behind. Do it again when more is staged.
        </p>
      ) : (
        <>
          <p aria-live="polite">
            {countOf(manifest.Orders, 'order')}, {countOf(manifest.Boxes, 'box', 'boxes')},{' '}
            {formatCount(manifest.WeightLb)} lb for {carrierName(carrier)}.
            {stayed.length > 0 && ` ${countOf(stayed.length, 'order')} stayed behind.`}
          </p>
          <StayedOrders rows={stayed} />
          <DialogList label="Boxes of the manifest">
            <DataTable
              label="Boxes of the manifest"
              columns={packageColumns}
              rows={manifest.Packages}
              rowKey={({ TrackingNumber }) => TrackingNumber}
            />
          </DialogList>
          {manifest.More && (
            <p className="quiet">
              And {countOf(manifest.Boxes - manifest.Packages.length, 'more box', 'more boxes')}, which departing takes
              along.
            </p>
          )}
        </>
      )}
      <StrayScanNote count={strayScans.count - earlierScans} />
      {error !== undefined && <DialogError error={error} />}
      <DialogButtons>
        {manifest === undefined ? (
          <>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              Cancel
            </Button>
            <Button onClick={() => void make()} loading={isRunning} data-autofocus>
              Put on the manifest
            </Button>
          </>
        ) : (
          <>
            {canRetry && (
              <Button variant="default" onClick={() => void make()} loading={isRunning}>
                Try again
              </Button>
            )}
            <PrintManifest manifest={manifest.Manifest} number={manifest.Number} />
            <DoneButton key={String(canRetry)} onClick={onClose} />
          </>
        )}
      </DialogButtons>
    </Modal>
  );
}
