/** The manifests of a warehouse, newest first, to print one again. */

import { useSearch } from '@tanstack/react-router';
import { useCarrierNames } from '../../api/carriers.ts';
import type { ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { countColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatExact, formatTimestamp } from '../../design/format.ts';
import { KeysetPager } from '../../design/keyset-pager.tsx';
import { Panel } from '../../design/page.tsx';
import { QueryState } from '../../design/states.tsx';
import { PrintManifest } from './print-manifest.tsx';

type Manifest = ReplyOf<'/api/Floor/Manifests'>['Records'][number];

const columns = (carrierName: (code: string) => string): readonly Column<Manifest>[] => [
  {
    key: 'number',
    header: 'Manifest',
    priority: 1,
    cell: ({ Number: number }) => <span className="strong">Manifest {number}</span>,
  },
  { key: 'carrier', header: 'Carrier', priority: 1, flexible: true, cell: ({ Carrier }) => carrierName(Carrier) },
  countColumn('Orders', 'Orders'),
  {
    key: 'departed',
    header: 'Departed',
    priority: 1,
    cell: ({ DepartedAt, DepartedBy }) =>
      DepartedAt === '' ? (
        <span className="quiet">Open</span>
      ) : (
        <span title={`${formatExact(DepartedAt)} by ${DepartedBy}`}>{formatTimestamp(DepartedAt)}</span>
      ),
  },
  {
    key: 'print',
    header: 'Actions',
    priority: 1,
    align: 'end',
    cell: ({ Manifest: manifest, Number: number }) => <PrintManifest manifest={manifest} number={number} isInRow />,
  },
];

/** The list of manifests; nothing while the warehouse has none. */
export function Manifests({ warehouse }: { readonly warehouse: string }) {
  const { after } = useSearch({ from: '__root__' });
  const { carrierName } = useCarrierNames();
  const list = useOperation(
    '/api/Floor/Manifests',
    { Warehouses: [warehouse], Top: 10, ...(after && { After: after }) },
    { isEnabled: warehouse !== '', keepsPrevious: true },
  );
  const { data } = list;
  if (data?.Count === 0 || warehouse === '') return null;
  return (
    <>
      <Panel
        title="Manifests"
        note={data && `${countOf(data.Count, 'manifest')}, newest first`}
        actions={<ExportButton exported={{ list: '/api/Floor/Manifests', filters: { Warehouses: [warehouse] } }} />}
        flush
      >
        <QueryState query={list}>
          <DataTable
            label="Manifests"
            columns={columns(carrierName)}
            rows={data?.Records}
            rowKey={({ Manifest: manifest }) => manifest}
            skeletonRows={3}
          />
        </QueryState>
      </Panel>
      <KeysetPager after={after} next={data?.Next} isLoading={list.isPlaceholderData} isNewestFirst />
    </>
  );
}
