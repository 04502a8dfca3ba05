/** The locations of the warehouses in walk order with their contents, and the rules for filling pick faces. */
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReplyOf, RequestOf } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { actionsColumn, warehouseColumn } from '../../design/columns.tsx';
import type { Column } from '../../design/data-table.tsx';
import { ChoiceFilter, FilterBar, hasActiveFilter, WarehouseFilter } from '../../design/filters.tsx';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import { ListPage, useList, ViewTabs } from '../../design/list-page.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { RowActionButton } from '../../design/row-action.tsx';
import { EmptyState } from '../../design/states.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { contentsText } from './contents-text.ts';
import { LocationDialog, RemoveLocationDialog } from './location-dialogs.tsx';
import { locationTabs } from './location-tabs.ts';
import { PickFaces } from './pick-faces.tsx';

export type ListedLocation = ReplyOf<'/api/Locations/List'>['Records'][number];

const ContentsDialog = lazyDialog(async () => ({ default: (await import('./contents-dialog.tsx')).ContentsDialog }));
const ImportLocationsDialog = lazyDialog(() => import('./import-locations-dialog.tsx'));

type Dialog =
  | { readonly kind: 'new' | 'import' }
  | { readonly kind: 'change' | 'remove' | 'contents'; readonly location: ListedLocation };

const filterNames = ['text', 'warehouse', 'kind'];
const kinds = ['pick', 'reserve', 'tote'];
const kindNames: Readonly<Record<string, string>> = { pick: 'Pick face', reserve: 'Reserve', tote: 'Tote' };

const rowKey = ({ Warehouse, Location }: ListedLocation): string => `${Warehouse} ${Location}`;

const columnsWith = (open: (dialog: Dialog) => void): readonly Column<ListedLocation>[] => [
  {
    key: 'location',
    header: 'Location',
    priority: 1,
    cell: ({ Location }) => <span className="code strong broken">{Location}</span>,
  },
  warehouseColumn(1),
  { key: 'zone', header: 'Zone', priority: 2, cell: ({ Zone }) => <span className="broken">{Zone}</span> },
  { key: 'walk', header: 'Walk order', priority: 3, align: 'end', cell: ({ WalkOrder }) => String(WalkOrder) },
  { key: 'kind', header: 'Kind', priority: 1, cell: ({ Kind }) => kindNames[Kind] },
  {
    key: 'contents',
    header: 'What lies there',
    priority: 1,
    flexible: true,
    cell: ({ Contents }) => {
      const text = contentsText(Contents);
      return text === '' ? <span className="quiet">Nothing</span> : <span className="wrap">{text}</span>;
    },
  },
  actionsColumn((location) => (
    <>
      {location.Kind !== 'tote' && (
        <RowActionButton
          action="Contents…"
          label={`Contents of ${location.Location}`}
          onClick={() => open({ kind: 'contents', location })}
        />
      )}
      <RowActionButton
        action="Change…"
        label={`Change ${location.Location}`}
        onClick={() => open({ kind: 'change', location })}
      />
      <RowActionButton
        action="Remove…"
        label={`Remove ${location.Location}`}
        onClick={() => open({ kind: 'remove', location })}
      />
    </>
  )),
];

export function LocationsPage() {
  const { view } = useSearch({ from: '__root__' });
  return view === 'faces' ? <PickFaces /> : <Locations />;
}

function Locations() {
  const search = useSearch({ from: '__root__' });
  const [dialog, setDialog] = useState<Dialog>();
  const filters: RequestOf<'/api/Locations/List'> = {
    ...(search.text && { Text: search.text }),
    ...(search.warehouse && { Warehouses: [search.warehouse] }),
    ...(search.kind && { Kinds: [search.kind] }),
  };
  const listed = useList('/api/Locations/List', filters, rowKey);
  const close = (): void => {
    setDialog(undefined);
    void refreshAll().then(listed.steady.refresh);
  };
  const known = { warehouse: search.warehouse ?? '', onClose: close };
  return (
    <ListPage
      {...listed}
      title="Locations"
      one="location"
      columns={columnsWith(setDialog)}
      actions={
        <>
          <Button variant="default" onClick={() => setDialog({ kind: 'import' })}>
            Import…
          </Button>
          <NewButton label="New location…" onClick={() => setDialog({ kind: 'new' })} />
        </>
      }
      empty={
        hasActiveFilter(filterNames, search) ? (
          <EmptyState title="No location matches these filters">
            The text is the beginning of a code, or a zone.
          </EmptyState>
        ) : (
          <EmptyState title="There is no location yet">
            Items without a location are picked by name. Add locations, or import them from a CSV file.
          </EmptyState>
        )
      }
      head={
        <>
          <ViewTabs to="/locations" views={locationTabs} current={locationTabs[0]} />
          <FilterBar names={filterNames} search={search}>
            <TextFilter label="The beginning of a code, or a zone" placeholder="Code or zone" />
            <WarehouseFilter />
            <ChoiceFilter name="kind" label="Kind" options={kinds} />
          </FilterBar>
        </>
      }
    >
      {dialog?.kind === 'new' && <LocationDialog {...known} />}
      {dialog?.kind === 'import' && <ImportLocationsDialog {...known} />}
      {dialog?.kind === 'change' && <LocationDialog location={dialog.location} {...known} />}
      {dialog?.kind === 'remove' && <RemoveLocationDialog location={dialog.location} onClose={close} />}
      {dialog?.kind === 'contents' && <ContentsDialog location={dialog.location} onClose={close} />}
    </ListPage>
  );
}
