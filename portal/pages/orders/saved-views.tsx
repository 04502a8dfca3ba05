/** The saved views of the list of orders: their tabs, and the buttons that save, rename and remove them. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { lazyDialog } from '../../design/lazy-dialog.tsx';
import type { TabLink } from '../../design/page.tsx';
import type { SearchParams } from '../../search-params.ts';
import { type SavedView, savedFiltersOf, savedViewsPage, searchOfSavedView } from './saved-view-filters.ts';

const SaveViewDialog = lazyDialog(async () => ({
  default: (await import('./saved-view-dialogs.tsx')).SaveViewDialog,
}));
const RenameViewDialog = lazyDialog(async () => ({
  default: (await import('./saved-view-dialogs.tsx')).RenameViewDialog,
}));
const RemoveViewDialog = lazyDialog(async () => ({
  default: (await import('./saved-view-dialogs.tsx')).RemoveViewDialog,
}));

export function useSavedViews(): readonly SavedView[] {
  return useOperation('/api/SavedViews/List', { Page: savedViewsPage }).data?.Records ?? [];
}

/** The view whose filters are those of the address; of several the person's own, because a person may always remove their own. */
export function currentSavedView(saved: readonly SavedView[], search: SearchParams): SavedView | undefined {
  if (search.text !== undefined) return undefined;
  const wanted = textOf(savedFiltersOf(search));
  const same = saved.filter(({ Filters }) => textOf(Filters) === wanted);
  return same.find(({ IsShared }) => !IsShared) ?? same[0];
}

const textOf = (filters: SavedView['Filters']): string =>
  filters
    .map(({ Name, Value }) => `${Name}=${Value}`)
    .sort()
    .join('&');

export const savedTabs = (saved: readonly SavedView[], current: SavedView | undefined): TabLink[] =>
  saved.map((view) => ({
    label: view.Name,
    to: '/orders',
    search: searchOfSavedView(view),
    isCurrent: view.ViewId === current?.ViewId,
  }));

type Dialog = { readonly kind: 'save' } | { readonly kind: 'rename' | 'remove'; readonly view: SavedView };

interface SavedViewButtonProps {
  readonly current: SavedView | undefined;
  readonly search: SearchParams;
}

/** Saves the filters of the address, or renames or removes the saved view that is shown. */
export function SavedViewButton({ current, search }: SavedViewButtonProps) {
  const { isLead: mayShare } = useOperator();
  // With the view that it was opened for: another person may remove the view meanwhile, and the list may be left for another view.
  const [dialog, setDialog] = useState<Dialog>();
  const close = (): void => setDialog(undefined);
  return (
    <>
      {current === undefined && savedFiltersOf(search).length > 0 && (
        <Button variant="default" onClick={() => setDialog({ kind: 'save' })}>
          Save view…
        </Button>
      )}
      {current !== undefined && (!current.IsShared || mayShare) && (
        <>
          <Button variant="default" onClick={() => setDialog({ kind: 'rename', view: current })}>
            Rename view…
          </Button>
          <Button variant="default" onClick={() => setDialog({ kind: 'remove', view: current })}>
            Remove view…
          </Button>
        </>
      )}
      {dialog?.kind === 'save' && <SaveViewDialog search={search} mayShare={mayShare} onClose={close} />}
      {dialog?.kind === 'rename' && <RenameViewDialog view={dialog.view} onClose={close} />}
      {dialog?.kind === 'remove' && <RemoveViewDialog view={dialog.view} onClose={close} />}
    </>
  );
}
