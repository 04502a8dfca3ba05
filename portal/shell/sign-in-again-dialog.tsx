/**
 * The sign-in over a page whose session has ended, or whose person at a shared station has to identify again. It covers the page, which
 * stays as it is: the same person goes on there; for another one the portal starts afresh.
 */
import { lazy, useEffect, useRef } from 'react';
import { forgetSession, hasSessionEnded, type SessionEnd, useOperator } from '../api/session.ts';
import { LazyView } from '../design/lazy-dialog.tsx';
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

const IdentifyForm = lazy(() => import('../pages/sign-in/identify-form.tsx'));

export function SignInAgainDialog({ end }: { readonly end: SessionEnd }) {
  const { Email, station } = useOperator();
  const dialog = useRef<HTMLDialogElement>(null);
  // A modal dialog lies above the dialogs of the page, which cannot take the focus meanwhile.
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.ended}
      aria-label={end === 'session' ? 'Sign in again' : 'Identify yourself again'}
    >
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
