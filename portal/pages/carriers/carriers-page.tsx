/**
 * The accounts through which labels are bought: the shipments that each is for, and its carriers. Of keys only the end is
 * shown.
 */
import { Button } from '@mantine/core';
import { type CarrierNames, useCarrierNames } from '../../api/carriers.ts';
import { useOperation } from '../../api/queries.ts';
import { actionsColumn, textColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf } from '../../design/format.ts';
import { NewButton } from '../../design/new-button.tsx';
import { Page } from '../../design/page.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { isTest } from '../../environment.ts';
import type { CarrierAccount } from './carrier-account.ts';
import { CarrierAccountDialog, TestCarrierAccountDialog } from './carrier-account-dialogs.tsx';

type Dialog = { readonly kind: 'new' } | { readonly kind: 'change' | 'test'; readonly account: CarrierAccount };

export function CarriersPage() {
  const names = useCarrierNames();
  const { dialog, open, close } = useAdminDialog<Dialog>();
  const list = useOperation('/api/CarrierAccounts/List', {});
  const rows = list.data?.Records;
  return (
    <Page
      title="Carriers"
      aside={rows && countOf(rows.length, 'account')}
      actions={
        <>
          <ExportButton exported={{ list: '/api/CarrierAccounts/List', filters: {} }} />
          {open && <NewButton label="New account…" onClick={() => open({ kind: 'new' })} />}
        </>
      }
    >
      <QueryState query={list}>
        <p className="quiet">
          {isTest ? 'Carriers are simulated here: accounts can be tried out, and no label is bought. ' : ''}
          Labels are bought through the account that fits a shipment best: of its winery and warehouse, of the winery,
          of the warehouse, then one for all.{' '}
          {list.data?.HasDefault
            ? 'Where none fits, the account of the server is used (EASYPOST_API_KEY).'
            : 'The server has no account of its own (EASYPOST_API_KEY).'}
        </p>
        <DataTable
          label="Carrier accounts"
          columns={columnsWith(names, open)}
          rows={rows}
          rowKey={({ Account }) => Account}
          skeletonRows={3}
          empty={<NoAccounts onNew={open && (() => open({ kind: 'new' }))} />}
        />
      </QueryState>
      {dialog?.kind === 'new' && <CarrierAccountDialog accounts={rows ?? []} onClose={close} />}
      {dialog?.kind === 'change' && (
        <CarrierAccountDialog accounts={rows ?? []} account={dialog.account} onClose={close} />
      )}
      {dialog?.kind === 'test' && <TestCarrierAccountDialog account={dialog.account} onClose={close} />}
    </Page>
  );
}

/** @param onNew undefined for people who may not add an account */
function NoAccounts({ onNew }: { readonly onNew: (() => void) | undefined }) {
  const title = 'No account was entered yet';
  if (onNew === undefined) return <EmptyState title={title}>An administrator enters those of EasyPost.</EmptyState>;
  return (
    <EmptyState
      title={title}
      action={
        <Button variant="default" onClick={onNew}>
          Add account…
        </Button>
      }
    >
      Enter an account at EasyPost: its API key is in the dashboard of EasyPost.
    </EmptyState>
  );
}

function columnsWith(
  names: CarrierNames,
  open: ((dialog: Dialog) => void) | undefined,
): readonly Column<CarrierAccount>[] {
  const columns: readonly Column<CarrierAccount>[] = [
    {
      key: 'account',
      header: 'Account',
      priority: 1,
      cell: ({ Account }) => <span className="code strong">{Account}</span>,
    },
    textColumn('Name', 'Name'),
    {
      key: 'for',
      header: 'Shipments',
      priority: 1,
      flexible: 'more',
      cell: ({ Warehouse, CustomerNo, CustomerName }) => {
        const owner = CustomerNo && `of ${CustomerName} ${CustomerNo}`;
        const whose = [Warehouse && `from ${Warehouse}`, owner].filter(Boolean).join(', ');
        return whose === '' ? <span className="quiet">All</span> : <span className="wrap">{whose}</span>;
      },
    },
    {
      key: 'carriers',
      header: 'Carriers',
      priority: 1,
      flexible: true,
      cell: (account) => <Offered account={account} names={names} />,
    },
    { key: 'key', header: 'Key', priority: 1, cell: ({ KeyEnding }) => <span className="code">…{KeyEnding}</span> },
    {
      key: 'webhook',
      header: 'Webhook secret',
      priority: 3,
      cell: ({ WebhookSecretEnding }) =>
        WebhookSecretEnding === '' ? (
          <span className="quiet">None</span>
        ) : (
          <span className="code">…{WebhookSecretEnding}</span>
        ),
    },
    {
      key: 'state',
      header: 'State',
      priority: 1,
      cell: ({ Enabled }) => (Enabled ? <Status tone="good">In use</Status> : <Status tone="neutral">Disabled</Status>),
    },
  ];
  if (open === undefined) return columns;
  return [
    ...columns,
    actionsColumn((account) => (
      <>
        <RowActionButton
          action="Change…"
          label={`Change ${account.Account}`}
          onClick={() => open({ kind: 'change', account })}
        />
        <RowActionButton
          action="Test…"
          label={`Test ${account.Account}`}
          onClick={() => open({ kind: 'test', account })}
        />
      </>
    )),
  ];
}

interface OfferedProps {
  readonly account: CarrierAccount;
  readonly names: CarrierNames;
}

function Offered({ account: { Carriers }, names: { carrierName, serviceName } }: OfferedProps) {
  if (Carriers.length === 0) return <span className="quiet">All that it has</span>;
  const inFull = Carriers.map(({ ShippingCarrier, Services, AccountNumber }) => {
    const services = Services.map((service) => serviceName(ShippingCarrier, service)).join(', ');
    return `${carrierName(ShippingCarrier)}${AccountNumber && ` ${AccountNumber}`}: ${services}`;
  });
  return (
    <span title={inFull.join('\n')}>
      {Carriers.map(({ ShippingCarrier }) => carrierName(ShippingCarrier)).join(', ')}
    </span>
  );
}
