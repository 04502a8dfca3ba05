/**
 * The sign-in over a page whose session has ended, or whose person at a shared station has to identify again. It covers the page, which
 * stays as it is: the same person goes on there; for another one the portal starts afresh.
 */
import { lazy, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { forgetSession, hasSessionEnded, type SessionEnd, useOperator } from '../api/session.ts';
import { DialogNote, type StrayScanGuard } from '../design/confirm.tsx';
import { isModalOpen, openModal } from '../design/keys.ts';
import { LazyView } from '../design/lazy-dialog.tsx';
import { playVerdict } from '../design/sound.ts';
import { useStrayScanGuard } from '../design/stray-scans.ts';
import { isNothingFocused } from '../design/submission.ts';
import { SignInForm } from '../pages/sign-in/sign-in-page.tsx';
import { hasScanLine } from '../station/scan-input-form.tsx';
import styles from './frame.module.css';

const ignoreKey: StrayScanGuard['onKeyDown'] = () => undefined;
/** The guard of the open dialog. No key reaches the listeners of React. */
let holdScan = ignoreKey;

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

const IdentifyForm = lazy(() => import('../pages/sign-in/identify-form.tsx'));

export function SignInAgainDialog({ end }: { readonly end: SessionEnd }) {
  const { Email, station } = useOperator();
  const dialog = useRef<HTMLDialogElement>(null);
  const { count: strayScans, onKeyDown } = useStrayScanGuard({ submitsOnEnter: true });
  // At a station people scan without looking: in the field of the password each scan would be a wrong one, and five lock the account.
  const [isScannedInto] = useState(hasScanLine() && !isModalOpen());
  const isStation = isScannedInto && end === 'session';
  // A modal dialog lies above the dialogs of the page, which cannot take the focus meanwhile.
  useEffect(() => {
    dialog.current?.showModal();
    const first = isStation ? '[type=submit]' : 'input:not([readonly])';
    dialog.current?.querySelector<HTMLElement>(first)?.focus();
    if (isScannedInto) playVerdict('wrong');
  }, [isScannedInto, isStation]);
  // Before it leaves the document: `close` returns the focus to what had it. Where that was nothing, because its action had disabled the
  // button, the focus stays in the closed form.
  useLayoutEffect(() => {
    const element = dialog.current;
    return () => {
      element?.close();
      if (isNothingFocused() || element?.contains(document.activeElement))
        document.querySelector<HTMLElement>(openModal)?.focus();
    };
  }, []);
  useLayoutEffect(() => {
    holdScan = onKeyDown;
    return () => {
      holdScan = ignoreKey;
    };
  }, [onKeyDown]);
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
