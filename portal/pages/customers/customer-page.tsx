/**
 * One winery: its settings, the users that may act for it with the ids of their passwords, and its tokens. Secrets are not
 * shown.
 */
import { Button } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useCarrierNames } from '../../api/carriers.ts';
import { useOperation } from '../../api/queries.ts';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { LoadingOrErrorPage } from '../../design/loading-or-error-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { weekdaysInWords } from '../../design/working-days.tsx';
import {
  CreateTokenDialog,
  GrantDialog,
  RevokePasswordDialog,
  RevokeTokenDialog,
  RevokeUserDialog,
  RotatePasswordDialog,
} from './credential-dialogs.tsx';
import { PasswordsTable, TokensTable, UsersTable } from './credential-tables.tsx';
import type { CustomerDialogState } from './customer-dialog.ts';
import {
  type CustomerReply,
  inheritedSettingText,
  rateLimitInWords,
  shortPickPolicyNames,
  tokenPolicyNames,
} from './customer-record.ts';
import { EditCustomerDialog } from './edit-customer-dialog.tsx';
import { StatusesPanel } from './statuses-panel.tsx';

export function CustomerPage() {
  const { customerNo = '' } = useParams({ strict: false });
  const customer = useOperation('/api/Customers/Get', { CustomerNo: customerNo });
  const { dialog, open, close } = useAdminDialog<CustomerDialogState>();
  const { data } = customer;
  if (customer.error && data === undefined) return <LoadingOrErrorPage title="Winery" query={customer} />;
  return (
    <Page
      title={data?.CustomerName ?? 'Winery'}
      aside={
        <>
          <span className="code">{customerNo}</span>
          <Link to="/orders" search={{ view: 'all', customers: customerNo }}>
            Orders
          </Link>
        </>
      }
      actions={open && data && <Button onClick={() => open({ kind: 'edit' })}>Change…</Button>}
    >
      <Panel title="Settings">{data && <Settings customer={data} />}</Panel>
      <UsersTable users={data?.Users} open={open} />
      <PasswordsTable users={data?.Users} open={open} />
      <TokensTable tokens={data?.Tokens} open={open} />
      <StatusesPanel customerNo={customerNo} />
      {data && dialog && <Dialog customer={data} dialog={dialog} onClose={close} />}
    </Page>
  );
}

function Settings({ customer: { Preferences, RateLimits, TokenPolicy } }: { readonly customer: CustomerReply }) {
  const { Carrier, Service, Warehouse, ShipDays, ShortPicks = 'ship short' } = Preferences;
  const { carrierName, serviceName } = useCarrierNames();
  const own = (value: string | undefined) => value ?? <span className="quiet">{inheritedSettingText}</span>;
  return (
    <DescriptionList
      items={[
        { label: 'Carrier', value: own(Carrier && carrierName(Carrier)) },
        { label: 'Service', value: own(Service && serviceName(Carrier, Service)) },
        { label: 'Warehouse', value: own(Warehouse) },
        { label: 'Ships on', value: own(ShipDays && weekdaysInWords(ShipDays)) },
        { label: 'Short picks', value: shortPickPolicyNames[ShortPicks] },
        { label: 'All requests', value: own(RateLimits.Requests && rateLimitInWords(RateLimits.Requests)) },
        { label: 'GetDetails', value: own(RateLimits.GetDetails && rateLimitInWords(RateLimits.GetDetails)) },
        { label: 'Access token', value: own(TokenPolicy === 'default' ? undefined : tokenPolicyNames[TokenPolicy]) },
      ]}
    />
  );
}

interface DialogProps {
  readonly customer: CustomerReply;
  readonly dialog: CustomerDialogState;
  readonly onClose: () => void;
}

function Dialog({ customer, dialog, onClose }: DialogProps) {
  const common = { customer, onClose };
  switch (dialog.kind) {
    case 'edit':
      return <EditCustomerDialog {...common} />;
    case 'grant':
      return <GrantDialog {...common} {...(dialog.user && { user: dialog.user })} />;
    case 'stop':
      return <RevokeUserDialog {...common} user={dialog.user} />;
    case 'rotate':
      return <RotatePasswordDialog {...common} user={dialog.user} />;
    case 'revoke-password':
      return <RevokePasswordDialog {...common} user={dialog.user} passwordId={dialog.passwordId} />;
    case 'token':
      return <CreateTokenDialog {...common} />;
    case 'revoke-token':
      return <RevokeTokenDialog {...common} token={dialog.token} />;
  }
}
