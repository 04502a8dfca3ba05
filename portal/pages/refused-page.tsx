/** A page that the operator's role may not open. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useOperator } from '../api/session.ts';
import { Page } from '../design/page.tsx';
import { EmptyState } from '../design/states.tsx';
import type { NavigationPage } from '../shell/navigation.ts';
import { roleNames } from '../shell/role-names.ts';

const roleList = new Intl.ListFormat('en-US', { type: 'disjunction' });

export function RefusedPage({ page: { label, roles } }: { readonly page: NavigationPage }) {
  const { Role, stationRole } = useOperator();
  const isOfStation = stationRole !== undefined && !roles.includes(stationRole);
  return (
    <Page title={label}>
      <EmptyState
        title="You may not open this page"
        action={
          <Button variant="default" component={Link} to="/">
            Go to the first page
          </Button>
        }
      >
        It is for the role {roleList.format(roles.map((role) => roleNames[role]))};{' '}
        {isOfStation
          ? `that of this station is ${roleNames[stationRole]}. Sign in elsewhere, if your own account has one of these.`
          : `yours is ${roleNames[Role]}. An administrator can change that.`}
      </EmptyState>
    </Page>
  );
}
