/** The webhook endpoints of all wineries, also disabled ones. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestOf } from '../../api/client.ts';
import { wineryColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { ChoiceFilter, FilterBar, hasActiveFilter } from '../../design/filters.tsx';
import { countOf } from '../../design/format.ts';
import { ListPage, useList } from '../../design/list-page.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { EmptyState } from '../../design/states.tsx';
import { Status } from '../../design/status.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { CreateEndpointDialog } from './endpoint-dialogs.tsx';
import { describeEndpointState, type Endpoint, hostOf, webhookDeliveryFormats } from './endpoint-record.ts';

const rowKey = ({ EndpointId }: Endpoint): string => EndpointId;
const filterNames = ['customers', 'enabled'];

const columns: readonly Column<Endpoint>[] = [
  wineryColumn(),
  {
    key: 'host',
    header: 'Receiver',
    priority: 1,
    flexible: 'more',
    cell: ({ Url }) => <span title={hostOf(Url)}>{hostOf(Url)}</span>,
  },
  {
    key: 'kinds',
    header: 'Events',
    priority: 1,
    cell: ({ Kinds }) => (Kinds.length === 0 ? 'All kinds' : countOf(Kinds.length, 'kind')),
  },
  {
    key: 'format',
    header: 'Format',
    priority: 3,
    cell: ({ Format }) => webhookDeliveryFormats.find(({ value }) => value === Format)?.label,
  },
  {
    key: 'state',
    header: 'State',
    priority: 1,
    cell: (endpoint) => (
      <Status tone={describeEndpointState(endpoint).tone}>{describeEndpointState(endpoint).text}</Status>
    ),
  },
];

export function WebhooksPage() {
  const search = useSearch({ from: '__root__' });
  const navigate = useNavigate();
  const [isCreating, setIsCreating] = useState(false);
  const customers = splitCommaSeparated(search.customers);
  const filters: RequestOf<'/api/Webhooks/List'> = {
    ...(customers.length > 0 && { Customers: customers }),
    ...(search.enabled === 'stopped'
      ? { DisabledReasons: ['GONE', 'FAILING'] }
      : search.enabled !== undefined && { Enabled: search.enabled === 'yes' }),
  };
  const listed = useList('/api/Webhooks/List', filters, rowKey);
  const open = ({ CustomerNo, EndpointId }: Endpoint): void => {
    void navigate({
      to: '/webhooks/$customerNo/$endpointId',
      params: { customerNo: CustomerNo, endpointId: EndpointId },
    });
  };
  const isNarrowed = hasActiveFilter(filterNames, search);
  return (
    <ListPage
      {...listed}
      title="Webhooks"
      one="endpoint"
      columns={columns}
      onOpen={open}
      actions={<NewButton label="New endpoint…" onClick={() => setIsCreating(true)} />}
      empty={
        <EmptyState title={isNarrowed ? 'No endpoint matches' : 'There is no webhook endpoint yet'}>
          {isNarrowed
            ? 'Choose other filters.'
            : 'Wineries create theirs with Webhook/CreateEndpoint, or you create one for them.'}
        </EmptyState>
      }
      head={
        <FilterBar names={filterNames} search={search}>
          <WineryFilter />
          <ChoiceFilter
            name="enabled"
            label="State"
            options={[
              { value: 'yes', label: 'Enabled' },
              { value: 'no', label: 'Disabled' },
              { value: 'stopped', label: 'Disabled by failures' },
            ]}
          />
        </FilterBar>
      }
    >
      {isCreating && <CreateEndpointDialog customerNo={customers[0] ?? ''} onClose={() => setIsCreating(false)} />}
    </ListPage>
  );
}
