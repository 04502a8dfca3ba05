/** One webhook endpoint: its settings, and what was sent to it with each attempt. */
import { Button } from '@mantine/core';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { ChoiceFilter, FilterBar } from '../../design/filters.tsx';
import { countOf, formatExact, statusInWords } from '../../design/format.ts';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { useList } from '../../design/list-page.tsx';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { notify, notifyError } from '../../design/toasts.tsx';
import { DeliveriesTable } from './deliveries-table.tsx';
import {
  ChangeEndpointDialog,
  DeleteEndpointDialog,
  EnableEndpointDialog,
  RedeliverDialog,
  RotateSecretDialog,
} from './endpoint-dialogs.tsx';
import styles from './endpoint-page.module.css';
import {
  describeEndpointState,
  type Endpoint,
  explainDisabledEndpoint,
  hostOf,
  type WebhookDelivery,
  webhookDeliveryFormats,
} from './endpoint-record.ts';

const dialogs = {
  change: ChangeEndpointDialog,
  enable: EnableEndpointDialog,
  remove: DeleteEndpointDialog,
  rotate: RotateSecretDialog,
  redeliver: RedeliverDialog,
};

const statuses = ['PENDING', 'DELIVERED', 'FAILED', 'SKIPPED'] as const;

export function EndpointPage() {
  const { customerNo = '', endpointId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { dialog, open, close } = useDialog<keyof typeof dialogs>();
  const list = useOperation('/api/Webhooks/List', { Customers: [customerNo], Top: 100 });
  const endpoint = list.data?.Records.find(({ EndpointId }) => EndpointId === endpointId);
  const Dialog = dialog === undefined ? undefined : dialogs[dialog];
  const leave = (): void => {
    close();
    void navigate({ to: '/webhooks', search: {} });
  };
  const actions = endpoint && (
    <>
      <Button variant="default" onClick={() => open('remove')}>
        Delete…
      </Button>
      <Button variant="default" onClick={() => open('enable')}>
        {endpoint.Enabled ? 'Disable…' : 'Enable…'}
      </Button>
      <Button variant="default" onClick={() => open('rotate')}>
        New secret…
      </Button>
      <Button onClick={() => open('change')}>Change…</Button>
    </>
  );
  return (
    <Page
      title={endpoint ? hostOf(endpoint.Url) : 'Webhook endpoint'}
      aside={
        endpoint && <Status tone={describeEndpointState(endpoint).tone}>{describeEndpointState(endpoint).text}</Status>
      }
      actions={actions}
    >
      <QueryState query={list}>
        {list.data && endpoint === undefined && (
          <EmptyState title="There is no such endpoint">It may have been deleted.</EmptyState>
        )}
        {endpoint && <Notice endpoint={endpoint} />}
        {endpoint && <EndpointSettings endpoint={endpoint} />}
        {endpoint && <Deliveries endpoint={endpoint} onRange={() => open('redeliver')} />}
      </QueryState>
      {endpoint && Dialog && <Dialog endpoint={endpoint} onClose={close} onDeleted={leave} />}
    </Page>
  );
}

/** Says why nothing is sent, if the endpoint was disabled automatically. */
function Notice({ endpoint }: { readonly endpoint: Endpoint }) {
  const notice = explainDisabledEndpoint(endpoint);
  if (notice === undefined) return null;
  return (
    <Panel title="Nothing is sent">
      <p role="status">{notice}</p>
    </Panel>
  );
}

function EndpointSettings({ endpoint }: { readonly endpoint: Endpoint }) {
  const { CustomerNo, CustomerName, Kinds, Format, Description, PreviousSecretValidUntil, CreatedAt } = endpoint;
  return (
    <Panel title="Settings">
      <DescriptionList
        items={[
          {
            label: 'Winery',
            value: (
              <Link to="/webhooks" search={{ customers: CustomerNo }}>
                {CustomerNo} · {CustomerName}
              </Link>
            ),
          },
          { label: 'Events', value: Kinds.length === 0 ? 'All kinds' : Kinds.join(', ') },
          { label: 'Format', value: webhookDeliveryFormats.find(({ value }) => value === Format)?.label },
          { label: 'Description', value: Description || <span className="quiet">None</span> },
          { label: 'Created', value: formatExact(CreatedAt) },
          ...(PreviousSecretValidUntil === ''
            ? []
            : [{ label: 'Secret before valid until', value: formatExact(PreviousSecretValidUntil) }]),
        ]}
      />
    </Panel>
  );
}

const deliveryKey = ({ EventId }: WebhookDelivery): string => EventId;

interface DeliveriesProps {
  readonly endpoint: Endpoint;
  readonly onRange: () => void;
}

function Deliveries({ endpoint: { CustomerNo, EndpointId, Enabled }, onRange }: DeliveriesProps) {
  const search = useSearch({ from: '__root__' });
  const status = statuses.find((each) => each === search.status);
  const key = { CustomerNo, EndpointId };
  const filters = { ...key, ...(status && { Status: status }) };
  const { list, steady, exported } = useList('/api/Webhooks/ListDeliveries', filters, deliveryKey, {
    refreshMs: 5_000,
  });
  const sendTest = async (): Promise<void> => {
    await call('/api/Webhooks/SendTest', key);
    notify('A test is being sent.');
    void refreshAll();
  };
  const retry = async (): Promise<void> => {
    const { Deliveries } = await call('/api/Webhooks/RetryPending', key);
    notify(
      Deliveries === 0 ? 'No event waits for its next attempt.' : `${countOf(Deliveries, 'event')} will be sent now.`,
    );
    void refreshAll();
  };
  const redeliver = async ({ EventId }: WebhookDelivery): Promise<void> => {
    await call('/api/Webhooks/Redeliver', { ...key, EventId });
    notify('The event will be sent again.');
    void refreshAll();
  };
  return (
    <>
      <Panel
        title="Deliveries"
        actions={
          <>
            <ExportButton exported={exported} isDisabled={!steady.rows?.length} />
            {Enabled && (
              <>
                <Button variant="default" onClick={() => void retry().catch(notifyError)}>
                  Retry pending now
                </Button>
                <Button variant="default" onClick={onRange}>
                  Send again…
                </Button>
                <Button variant="default" onClick={() => void sendTest().catch(notifyError)}>
                  Send test
                </Button>
              </>
            )}
          </>
        }
      >
        <div className={styles.filter}>
          <FilterBar names={['status']} search={search}>
            <ChoiceFilter
              name="status"
              label="Status"
              options={statuses.map((value) => ({ value, label: statusInWords(value) }))}
            />
          </FilterBar>
        </div>
        <QueryState query={list}>
          <DeliveriesTable
            deliveries={steady.rows}
            onRedeliver={Enabled ? (delivery) => void redeliver(delivery).catch(notifyError) : undefined}
          />
        </QueryState>
      </Panel>
      <KeysetPager after={search.after} next={list.data?.Next} isLoading={list.isPlaceholderData} isNewestFirst />
    </>
  );
}
