/**
 * The sign-in over a page whose session has ended, or whose person at a shared station has to identify again. It covers the page, which
 * stays as it is: the same person goes on there; for another one the portal starts afresh.
 */
import { lazy, useEffect, useRef, useState } from 'react';
import { forgetSession, hasSessionEnded, type SessionEnd, useOperator } from '../api/session.ts';
import { DialogNote } from '../design/confirm.tsx';
import { isModalOpen } from '../design/keys.ts';
import { LazyView } from '../design/lazy-dialog.tsx';
import { playVerdict } from '../design/sound.ts';
import { hasScanLine } from '../pages/pack/scan-input-form.tsx';
import { SignInForm } from '../pages/sign-in/sign-in-page.tsx';
import styles from './frame.module.css';

// Registered before the listeners of all pages: no key reaches the page below, and Escape does not close the sign-in.
addEventListener(
  'keydown',
  (event) => {
    if (!hasSessionEnded()) return;
    event.stopImmediatePropagation();
    if (event.key === 'Escape') event.preventDefault();
    holdScan(event);
  },
  true,
);

let isScanning = false;
/** Whether the last key ended a scan: scanners that end codes with CR and LF send another Enter, which would lead to the password. */
let hasJustScanned = false;
let onStrayScan = (): void => undefined;

/** Outside of the fields the characters of a scan do nothing, and its Enter or Tab neither. */
function holdScan(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return;
  const isSecondEnter = hasJustScanned && key === 'Enter';
  hasJustScanned = false;
  if (target instanceof HTMLInputElement) isScanning = false;
  else if (isSecondEnter) event.preventDefault();
  else if (key.length === 1 && (key !== ' ' || isScanning)) {
    event.preventDefault();
    isScanning = true;
  } else if (isScanning && (key === 'Enter' || key === 'Tab')) {
    event.preventDefault();
    isScanning = false;
    hasJustScanned = key === 'Enter';
    onStrayScan();
  }
}

const IdentifyForm = lazy(() => import('../pages/sign-in/identify-form.tsx'));

export function SignInAgainDialog({ end }: { readonly end: SessionEnd }) {
  const { Email, station } = useOperator();
  const dialog = useRef<HTMLDialogElement>(null);
  const [strayScans, setStrayScans] = useState(0);
  // At a station people scan without looking: in the field of the password each scan would be a wrong one, and five lock the account.
  const [isStation] = useState(end === 'session' && hasScanLine() && !isModalOpen());
  // A modal dialog lies above the dialogs of the page, which cannot take the focus meanwhile.
  useEffect(() => {
    dialog.current?.showModal();
    const first = isStation ? '[type=submit]' : 'input:not([readonly])';
    dialog.current?.querySelector<HTMLElement>(first)?.focus();
    if (isStation) playVerdict('wrong');
    onStrayScan = () => {
      setStrayScans((count) => count + 1);
      playVerdict('wrong');
    };
    return () => {
      onStrayScan = () => undefined;
    };
  }, [isStation]);
  return (
    <dialog
      ref={dialog}
      className={styles.ended}
      aria-label={end === 'session' ? 'Sign in again' : 'Identify yourself again'}
    >
      {strayScans > 0 && (
        <DialogNote key={strayScans}>The scan was not counted. Sign in, then scan it again.</DialogNote>
      )}
      {end === 'session' ? (
        <SignInForm ended={{ email: station ?? Email, onOther: forgetSession }} />
      ) : (
        <LazyView>
          <IdentifyForm person={Email} />
        </LazyView>
      )}
    </dialog>
  );
}
