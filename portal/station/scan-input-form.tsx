/** The scanner's line with its label, the last scan, and the number of scans that wait for a reply. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { refreshAll } from '../api/queries.ts';
import { playVerdict } from '../design/sound.ts';
import { takeEarlyScans } from './early-scans.ts';
import styles from './station.module.css';
import { isPersonTyping } from './station-keys.tsx';
import { useScanLine } from './use-scan-line.ts';

interface ScanFormProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Says what to scan, until the first scan. */
  readonly hint?: string;
  readonly waiting?: number;
  readonly onScan: (code: string) => void;
}

const lineId = 'scan-line';

/** Whether people scan on the page. */
export const hasScanLine = (): boolean => document.getElementById(lineId) !== null;

/** Gives the focus to the scanner's line, where the page has one. */
export const focusScanLine = (): void => document.getElementById(lineId)?.focus();

/** The scanner's line, which gets the focus when the station becomes ready for a scan, unless the person is typing. */
export function useReadyScanLine(isReady: boolean): RefObject<HTMLInputElement | null> {
  const line = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isReady && !isPersonTyping()) line.current?.focus();
  }, [isReady]);
  return line;
}

/** Reads again what the page shows when the work of the station ends. */
export function useRefreshWhen(isOver: boolean): void {
  useEffect(() => {
    if (isOver) void refreshAll();
  }, [isOver]);
}

export function ScanInputForm({ inputRef, hint = 'Scan or type, then Enter', waiting = 0, onScan }: ScanFormProps) {
  const [last, setLast] = useState('');
  const [isEarly, setIsEarly] = useState(false);
  useEffect(() => {
    if (!takeEarlyScans()) return;
    setIsEarly(true);
    playVerdict('wrong');
  }, []);
  const take = useScanLine(inputRef, (code) => {
    setIsEarly(false);
    setLast(code);
    onScan(code);
  });
  return (
    <form
      className={styles.line}
      onSubmit={(event) => {
        event.preventDefault();
        take();
      }}
    >
      <label htmlFor={lineId}>Scan</label>
      <input
        id={lineId}
        ref={inputRef}
        className={styles.scan}
        inputMode="none"
        autoComplete="off"
        spellCheck={false}
        aria-describedby="scan-last"
      />
      <span id="scan-last" className={styles.last}>
        {isEarly && <strong role="alert">The page was still loading: scan again.</strong>}
        {!isEarly && (last === '' ? hint : <>Last: {last}</>)}
        {waiting > 0 && <strong> · {waiting} on the way</strong>}
      </span>
    </form>
  );
}
