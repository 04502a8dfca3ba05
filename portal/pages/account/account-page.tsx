/** The operator's own account. */
import { useOperator } from '../../api/session.ts';
import { Facts, Page, Panel } from '../../design/page.tsx';
import { roleDescriptions, roleNames } from '../../shell/role-names.ts';

export function AccountPage() {
  const { Email, Role, Warehouses } = useOperator();
  return (
    <Page title="Your account">
      <Panel title="You">
        <Facts
          facts={[
            { label: 'E-mail', value: Email },
            { label: 'Role', value: `${roleNames[Role]}: ${roleDescriptions[Role].toLowerCase()}` },
            { label: 'Warehouses', value: Warehouses.length === 0 ? 'All' : Warehouses.join(', ') },
          ]}
        />
      </Panel>
    </Page>
  );
}
