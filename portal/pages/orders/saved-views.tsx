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

interface SavedViewButtonProps {
  readonly current: SavedView | undefined;
  readonly search: SearchParams;
}

/** Saves the filters of the address, or renames or removes the saved view that is shown. */
export function SavedViewButton({ current, search }: SavedViewButtonProps) {
  const { isLead: mayShare } = useOperator();
  const [dialog, setDialog] = useState<'save' | 'rename' | 'remove'>();
  const close = (): void => setDialog(undefined);
  if (current?.IsShared && !mayShare) return null;
  if (current === undefined && savedFiltersOf(search).length === 0) return null;
  return (
    <>
      {current === undefined ? (
        <Button variant="default" onClick={() => setDialog('save')}>
          Save view…
        </Button>
      ) : (
        <>
          <Button variant="default" onClick={() => setDialog('rename')}>
            Rename view…
          </Button>
          <Button variant="default" onClick={() => setDialog('remove')}>
            Remove view…
          </Button>
        </>
      )}
      {dialog === 'save' && <SaveViewDialog search={search} mayShare={mayShare} onClose={close} />}
      {dialog === 'rename' && current !== undefined && <RenameViewDialog view={current} onClose={close} />}
      {dialog === 'remove' && current !== undefined && <RemoveViewDialog view={current} onClose={close} />}
    </>
  );
}
