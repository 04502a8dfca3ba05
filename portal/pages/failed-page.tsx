/** The page that replaces one that failed to load or to render. A reload clears the possible causes: data, state, an old version of the page. */
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Page } from '../design/page.tsx';
import { ErrorState } from '../design/states.tsx';

export function FailedPage({ error }: ErrorComponentProps) {
  return (
    <Page title="This page cannot be shown">
      <ErrorState error={error} onRetry={() => location.reload()}>
        <p className="code wrap">{String(error)}</p>
        <Link to="/">Go to the first page</Link>
      </ErrorState>
    </Page>
  );
}
