/** The transit times between three-digit ZIP areas, by service and carrier, and their import. */
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { codeColumn, countColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { ImportDialog } from '../../design/import-dialog.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { AskCarrierView } from './ask-carrier-view.tsx';
import { PickupLocationsView } from './pickup-locations-view.tsx';
import { TransitFrame } from './transit-frame.tsx';

type Row = ReplyOf<'/api/Transit/List'>['Records'][number];

const carrierInWords = (carrier: string): string => (carrier === '*' ? 'All carriers' : carrier);

const daysInWords = ({ FewestDays, MostDays }: Row): string =>
  FewestDays === MostDays ? countOf(MostDays, 'day') : `${FewestDays} to ${countOf(MostDays, 'day')}`;

const columns: readonly Column<Row>[] = [
  codeColumn('Service', 'Service'),
  { key: 'carrier', header: 'Carrier', priority: 1, cell: ({ Carrier }) => carrierInWords(Carrier) },
  {
    key: 'origins',
    header: 'From ZIP areas',
    priority: 1,
    flexible: true,
    cell: ({ Origins }) => <span className="code">{Origins.join(', ')}</span>,
  },
  countColumn('Times', 'Pairs of areas'),
  { key: 'days', header: 'Working days', priority: 1, align: 'end', cell: daysInWords },
];

export function TransitPage() {
  const { view } = useSearch({ from: '__root__' });
  if (view === 'locations') return <PickupLocationsView />;
  if (view === 'ask') return <AskCarrierView />;
  return <TransitTimes />;
}

function TransitTimes() {
  const { dialog, open, close } = useAdminDialog<'import'>();
  const list = useOperation('/api/Transit/List', {});
  return (
    <TransitFrame
      view="times"
      actions={
        <>
          <ExportButton exported={{ list: '/api/Transit/List', filters: {} }} isDisabled={!list.data?.Records.length} />
          {open && (
            <Button variant="default" onClick={() => open('import')}>
              Import…
            </Button>
          )}
        </>
      }
    >
      <QueryState query={list}>
        <DataTable
          label="Transit times"
          columns={columns}
          rows={list.data?.Records}
          rowKey={({ Service, Carrier }) => `${Service} ${Carrier}`}
          skeletonRows={3}
          empty={
            <EmptyState title="No transit times are loaded">
              The carrier says how long a package takes, or its distance does. A file of your own times goes before
              both.
            </EmptyState>
          }
        />
      </QueryState>
      {dialog && <ImportTimes onClose={close} />}
    </TransitFrame>
  );
}

function ImportTimes({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportDialog
      title="Import transit times"
      check={(csv) => call('/api/Transit/Import', { Csv: csv, Preview: true })}
      action={({ Times }) => `Import ${countOf(Times, 'transit time')}`}
      effect={(preview) => (
        <output>
          {countOf(preview.Times, 'transit time')}: {formatCount(preview.New)} new, {formatCount(preview.Changed)}{' '}
          changed. {countOf(preview.Removed, 'time')} of the same services and carriers{' '}
          {preview.Removed === 1 ? 'is' : 'are'} not in the file and will be removed.
        </output>
      )}
      isDangerous={({ Removed }) => Removed > 0}
      command="dray import transit"
      run={async (csv) => {
        const { Times, Removed } = await call('/api/Transit/Import', { Csv: csv });
        return `${countOf(Times, 'transit time')} imported, ${formatCount(Removed)} removed.`;
      }}
      onClose={onClose}
    >
      <p>
        A CSV file with a header: <span className="code">origin_zip3, destination_zip3, service, days</span> and
        optionally <span className="code">carrier</span>. It replaces all times of its services and carriers; others
        stay. When a line has a fault, nothing is imported.
      </p>
    </ImportDialog>
  );
}
