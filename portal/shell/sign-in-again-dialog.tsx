/**
 * The sign-in over a page whose session has ended. It covers the page, which stays as it is: the same person goes on there; for another one
 * the portal starts afresh.
 */
import { useEffect, useRef } from 'react';
import { forgetSession, hasSessionEnded, useOperator } from '../api/session.ts';
import { SignInForm } from '../pages/sign-in/sign-in-page.tsx';
import styles from './frame.module.css';

// Registered before the listeners of all pages: no key reaches the page below, and Escape does not close the sign-in.
addEventListener(
  'keydown',
  (event) => {
    if (!hasSessionEnded()) return;
    event.stopImmediatePropagation();
    if (event.key === 'Escape') event.preventDefault();
  },
  true,
);

export function SignInAgainDialog() {
  const { Email, station } = useOperator();
  const dialog = useRef<HTMLDialogElement>(null);
  // A modal dialog lies above the dialogs of the page, which cannot take the focus meanwhile.
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
  }, []);
  return (
    <dialog ref={dialog} className={styles.ended} aria-label="Sign in again">
      <SignInForm ended={{ email: station ?? Email, onOther: forgetSession }} />
    </dialog>
  );
}
