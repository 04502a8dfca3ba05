/** The carriers' locations where recipients pick up packages, by state, and their import. */
import { Button } from '@mantine/core';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { codeColumn, countColumn } from '../../design/columns.tsx';
import { type Column, DataTable } from '../../design/data-table.tsx';
import { useAdminDialog } from '../../design/dialog-state.ts';
import { ExportButton } from '../../design/export-button.tsx';
import { countOf, formatCount } from '../../design/format.ts';
import { ImportDialog } from '../../design/import-dialog.tsx';
import { EmptyState, QueryState } from '../../design/states.tsx';
import { TransitFrame } from './transit-frame.tsx';

type Row = ReplyOf<'/api/CarrierLocations/List'>['Records'][number];

const columns: readonly Column<Row>[] = [
  codeColumn('Carrier', 'Carrier'),
  { key: 'state', header: 'State', priority: 1, flexible: true, cell: ({ State }) => State },
  countColumn('Locations', 'Locations'),
  countColumn('ForAlcohol', 'For wine'),
];

export function PickupLocationsView() {
  const { dialog, open, close } = useAdminDialog<'import'>();
  const list = useOperation('/api/CarrierLocations/List', {});
  return (
    <TransitFrame
      view="locations"
      actions={
        <>
          <ExportButton exported={{ list: '/api/CarrierLocations/List', filters: {} }} />
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
          label="Pickup locations"
          columns={columns}
          rows={list.data?.Records}
          rowKey={({ Carrier, State }) => `${Carrier} ${State}`}
          skeletonRows={3}
          empty={
            <EmptyState title="No pickup location is known">
              Wineries find locations near a recipient once a file of the carriers is imported.
            </EmptyState>
          }
        />
      </QueryState>
      {dialog && <ImportLocations onClose={close} />}
    </TransitFrame>
  );
}

function ImportLocations({ onClose }: { readonly onClose: () => void }) {
  return (
    <ImportDialog
      title="Import pickup locations"
      check={(csv) => call('/api/CarrierLocations/Import', { Csv: csv, Preview: true })}
      action={({ Locations }) => `Import ${countOf(Locations, 'location')}`}
      effect={(preview) => (
        <output>
          {countOf(preview.Locations, 'location')}, {formatCount(preview.New)} new.{' '}
          {countOf(preview.Removed, 'location')} of the same carriers {preview.Removed === 1 ? 'is' : 'are'} not in the
          file and will be removed.
        </output>
      )}
      isDangerous={({ Removed }) => Removed > 0}
      command="dray import locations"
      run={async (csv) => {
        const { Locations, Removed } = await call('/api/CarrierLocations/Import', { Csv: csv });
        return `${countOf(Locations, 'location')} imported, ${formatCount(Removed)} removed.`;
      }}
      onClose={onClose}
    >
      <p>
        A CSV file with a header: <span className="code">carrier, location_id, company, street, city, state, zip</span>{' '}
        and optionally{' '}
        <span className="code">
          store_number, location_type, street2, latitude, longitude, phone, email, hours, alcohol
        </span>
        . It replaces all locations of its carriers. When a line has a fault, nothing is imported.
      </p>
    </ImportDialog>
  );
}
