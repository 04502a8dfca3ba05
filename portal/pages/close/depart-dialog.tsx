/**
 * Marks a manifest as departed. The person scans boxes that the carrier did not take; their orders stay, and are
 * listed. A scan never presses a button: its keys go into the field.
 */
import { Button, Modal, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useCarrierNames } from '../../api/carriers.ts';
import { call, type ReplyOf } from '../../api/client.ts';
import { DialogError, StrayScanNote } from '../../design/confirm.tsx';
import { DialogButtons } from '../../design/dialog-parts.tsx';
import { DoneButton } from '../../design/done-button.tsx';
import { countOf } from '../../design/format.ts';
import { useReturnFocus } from '../../design/return-focus.ts';
import { playVerdict } from '../../design/sound.ts';
import { useStrayScanGuard } from '../../design/stray-scans.ts';
import { useSubmission } from '../../design/submission.ts';
import { useDialogScan } from '../../station/use-dialog-scan.ts';
import styles from './close-page.module.css';
import type { CarrierRow } from './close-page.tsx';
import { PrintManifest } from './print-manifest.tsx';
import { StayedOrders } from './stayed-orders.tsx';

type Departed = ReplyOf<'/api/Floor/Depart'>;

interface DepartDialogProps {
  readonly warehouse: string;
  readonly row: CarrierRow;
  readonly onClose: () => void;
}

export function DepartDialog({ warehouse, row, onClose }: DepartDialogProps) {
  useReturnFocus();
  // Keep the manifest that the person has seen, even if the list has another one by now.
  const [{ Carrier, Manifest, Manifested, Staged }] = useState(row);
  const { carrierName } = useCarrierNames();
  const strayScans = useStrayScanGuard();
  const { line, missing, remove, late, departed, isRunning, error, depart } = useDeparture(Manifest);
  const canRetry = departed?.StayedBehind.some(({ Retry }) => Retry) === true;
  return (
    <Modal
      opened
      onClose={() => !isRunning && onClose()}
      title={`${carrierName(Carrier)} departs from ${warehouse}`}
      size={640}
      {...(departed !== undefined && { onKeyDown: strayScans.onKeyDown })}
    >
      {departed === undefined ? (
        <>
          <p>
            {Manifested === 0
              ? 'Scans of the carrier have shipped all orders of the manifest.'
              : `${countOf(Manifested, 'order')} on the manifest ${Manifested === 1 ? 'is' : 'are'} shipped.`}
            {Staged > 0 && ` ${countOf(Staged, 'order')} staged since then ${Staged === 1 ? 'stays' : 'stay'}.`}
            {
              ' Scan each box that the carrier did not take: it stays behind, and so does its order unless the carrier has'
            }
            {' scanned another box of it.'}
          </p>
          <TextInput
            ref={line}
            label="Box that the carrier did not take"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            mt={12}
          />
          <ul className={styles.left} aria-label="Boxes that stay">
            {missing.map((code) => (
              <li key={code}>
                <Button variant="default" size="compact-sm" aria-label={`Remove ${code}`} onClick={() => remove(code)}>
                  <span className="code">{code}</span> ×
                </Button>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <>
          <p aria-live="polite">
            Manifest {departed.Manifest.Number} has departed with {countOf(departed.Manifest.Orders, 'order')} in{' '}
            {countOf(departed.Manifest.Boxes, 'box', 'boxes')}.
            {departed.StayedBehind.length > 0 && ` ${countOf(departed.StayedBehind.length, 'order')} stayed behind.`}
          </p>
          <StayedOrders rows={departed.StayedBehind} />
        </>
      )}
      {late.length > 0 && (
        <p className="quiet" role="alert">
          Scanned after the departure was sent, and not left out of it: {late.join(', ')}.
        </p>
      )}
      {departed !== undefined && <StrayScanNote count={strayScans.count} />}
      {error !== undefined && <DialogError error={error} />}
      <DialogButtons>
        {departed === undefined ? (
          <>
            <Button variant="default" onClick={onClose} disabled={isRunning}>
              Cancel
            </Button>
            <Button onClick={() => void depart()} loading={isRunning}>
              {missing.length === 0 ? 'Depart' : `Depart without ${countOf(missing.length, 'box', 'boxes')}`}
            </Button>
          </>
        ) : (
          <>
            {canRetry && (
              <Button variant="default" onClick={() => void depart()} loading={isRunning}>
                Try again
              </Button>
            )}
            <PrintManifest manifest={Manifest} number={departed.Manifest.Number} />
            <DoneButton key={String(canRetry)} onClick={onClose} />
          </>
        )}
      </DialogButtons>
    </Modal>
  );
}

/**
 * The departure of a manifest. `missing`: the scanned boxes that stay; `late`: those that were scanned after it was sent;
 * `line`: the field of the scans.
 */
function useDeparture(Manifest: string) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [late, setLate] = useState<readonly string[]>([]);
  const [departed, setDeparted] = useState<Departed>();
  const { isRunning, error, run } = useSubmission();
  const lateNow = useRef(late);
  lateNow.current = late;
  const line = useRef<HTMLInputElement>(null);
  const scanned = useDialogScan(line, (code) => {
    playVerdict(isRunning ? 'wrong' : 'right');
    (isRunning ? setLate : setMissing)((codes) => (codes.includes(code) ? codes : [...codes, code]));
  });
  // The next box is scanned into the field, also by scanners that write without keys.
  useEffect(() => {
    if (error !== undefined && !isRunning) line.current?.focus();
  }, [error, isRunning]);
  const remove = (code: string): void => {
    setMissing(missing.filter((each) => each !== code));
    line.current?.focus();
  };
  const depart = () => {
    // Include a number that was written without Enter.
    const left = [...new Set([...missing, scanned()])].filter((code) => code !== '');
    setMissing(left);
    return run(async () => {
      try {
        // The manifest keeps which boxes were missing as it departed.
        const isFirst = departed === undefined;
        setDeparted(
          await call('/api/Floor/Depart', { Manifest, ...(isFirst && left.length > 0 && { Missing: left }) }),
        );
      } catch (failure) {
        // The orders of boxes that were scanned meanwhile stay behind at the next try.
        setLate([]);
        setMissing((codes) => [...new Set([...codes, ...lateNow.current])]);
        throw failure;
      }
    });
  };
  return { line, missing, remove, late, departed, isRunning, error, depart };
}
