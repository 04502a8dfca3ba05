/**
 * The frame of every page: the sign-in without a session, otherwise sidebar, top bar, finder and help; in test with a band
 * above.
 */
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { type SessionOperator, useOperator, useSession, useSessionEnd } from '../api/session.ts';
import { LazyView, lazyDialog } from '../design/lazy-dialog.tsx';
import { ErrorState } from '../design/states.tsx';
import { Toasts } from '../design/toasts.tsx';
import { isTest } from '../environment.ts';
import { useLiveUpdates } from '../live/live.ts';
import { RefusedPage } from '../pages/refused-page.tsx';
import { SignInPage } from '../pages/sign-in/sign-in-page.tsx';
import { Finder } from './finder.tsx';
import styles from './frame.module.css';
import { useKeptFocus } from './kept-focus.ts';
import { mayOpen, navigationPageOf } from './navigation.ts';
import { useShortcuts } from './shortcuts.ts';
import { Sidebar } from './sidebar.tsx';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';
import { TopBar } from './top-bar.tsx';

export function Frame() {
  const session = useSession();
  const end = useSessionEnd();
  if (session.error && session.data === undefined)
    return <ErrorState error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return <output className="visually-hidden">Loading</output>;
  return (
    <>
      {session.data && (
        <a className={styles.skip} href="#content">
          Skip to the content
        </a>
      )}
      {isTest && <TestBand operator={session.data} />}
      {session.data === null ? <SignInPage /> : <SignedIn key={session.data.Email} operator={session.data.Email} />}
      {session.data && end && <SignInAgainDialog key={end} end={end} />}
      <Toasts />
    </>
  );
}

const KeyboardHelp = lazyDialog(() => import('./keyboard-help.tsx'));
const IdentifyPage = lazy(() => import('../pages/sign-in/identify-page.tsx'));

type Overlay = 'finder' | 'help';

function SignedIn({ operator }: { readonly operator: string }) {
  useLiveUpdates(operator);
  useKeptFocus();
  const [overlay, setOverlay] = useState<Overlay>();
  const close = (): void => setOverlay(undefined);
  useShortcuts({
    openFinder: () => setOverlay('finder'),
    openHelp: () => setOverlay('help'),
  });
  return (
    <div className={styles.frame} data-test={isTest || undefined}>
      <Sidebar />
      <div className={styles.column}>
        <TopBar onFind={() => setOverlay('finder')} onHelp={() => setOverlay('help')} />
        <main id="content" className={styles.content} tabIndex={-1}>
          <AllowedPage />
        </main>
      </div>
      {overlay === 'finder' && <Finder onClose={close} />}
      {overlay === 'help' && <KeyboardHelp onClose={close} />}
    </div>
  );
}

/**
 * The page of the address, or a refusal if the role may not open it (the server also rejects its operations). A shared station
 * first asks who works there.
 */
function AllowedPage() {
  const { Email, Role, station } = useOperator();
  const { pathname } = useLocation();
  if (station === Email) {
    return (
      <LazyView>
        <IdentifyPage />
      </LazyView>
    );
  }
  const page = navigationPageOf(pathname);
  return page === undefined || page.roles.includes(Role) ? <Outlet /> : <RefusedPage page={page} />;
}

function TestBand({ operator }: { readonly operator: SessionOperator | null }) {
  return (
    <aside className={styles.band} aria-label="Environment">
      <strong>Test environment</strong>
      <span>Nothing here ships. Clocks, warehouse and carriers are simulated.</span>
      {operator && mayOpen('/simulation', operator.Role) && <Link to="/simulation">Simulate</Link>}
    </aside>
  );
}
