/** An address that no page has. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Page } from '../design/page.tsx';
import { EmptyState } from '../design/states.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        title="There is no page at this address"
        action={
          <Button variant="default" component={Link} to="/">
            Go to the first page
          </Button>
        }
      >
        It may have been mistyped or moved.
      </EmptyState>
    </Page>
  );
}
