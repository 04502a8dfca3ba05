/** A page whose content is not read yet, or could not be read. */
import { Page } from './page.tsx';
import { ErrorState, type ReadQuery } from './states.tsx';
import { TwoColumnsSkeleton } from './two-columns.tsx';

export function LoadingOrErrorPage({ title, query }: { readonly title: string; readonly query: ReadQuery }) {
  return (
    <Page title={title}>
      {query.error ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <TwoColumnsSkeleton />}
    </Page>
  );
}
