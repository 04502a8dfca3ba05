/** A notice of webhook endpoints that were disabled because their receivers failed. Nothing if there are none. */
import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { wineryColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { countOf, formatAge, formatExact } from '../../design/format.ts';
import { Panel } from '../../design/page.tsx';
import { Status } from '../../design/status.tsx';
import { describeEndpointState, type Endpoint, hostOf } from '../webhooks/endpoint-record.ts';

const shown = 5;

export function StoppedWebhooks({ now }: { readonly now: number }) {
  const stopped = useOperation(
    '/api/Webhooks/List',
    { DisabledReasons: ['GONE', 'FAILING'], Top: shown },
    { refreshMs: 60_000 },
  );
  const { Records: records, Count: count } = stopped.data ?? {};
  if (records === undefined || records.length === 0) return null;
  const allLink = (
    <Link to="/webhooks" search={{ enabled: 'stopped' }} className="plain">
      {typeof count === 'number' ? countOf(count, 'endpoint') : `${count} endpoints`}
    </Link>
  );
  return (
    <Panel title="Webhooks that were disabled" note="nothing is sent until they are enabled" actions={allLink} flush>
      <DataTable
        label="Webhooks that were disabled"
        columns={columns(now)}
        rows={records}
        rowKey={({ EndpointId }) => EndpointId}
        skeletonRows={1}
        empty={null}
      />
    </Panel>
  );
}

const columns = (now: number): readonly Column<Endpoint>[] => [
  {
    key: 'host',
    header: 'Receiver',
    priority: 1,
    flexible: true,
    cell: ({ CustomerNo, EndpointId, Url }) => (
      <Link
        to="/webhooks/$customerNo/$endpointId"
        params={{ customerNo: CustomerNo, endpointId: EndpointId }}
        className="strong plain"
        title={hostOf(Url)}
      >
        {hostOf(Url)}
      </Link>
    ),
  },
  {
    key: 'state',
    header: 'State',
    priority: 1,
    cell: (endpoint) => (
      <Status tone={describeEndpointState(endpoint).tone}>{describeEndpointState(endpoint).text}</Status>
    ),
  },
  wineryColumn(),
  {
    key: 'since',
    header: 'Since',
    priority: 1,
    align: 'end',
    cell: ({ DisabledAt }) => <span title={formatExact(DisabledAt)}>{formatAge(DisabledAt, now)}</span>,
  },
];
