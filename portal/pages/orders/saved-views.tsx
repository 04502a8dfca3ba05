/** The saved views of the list of orders: their tabs, and the dialogs that save and remove them. */
import { Button, Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call, type ReplyOf } from '../../api/client.ts';
import { refreshAll, useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';
import type { TabLink } from '../../design/page.tsx';
import { notify } from '../../design/toasts.tsx';
import type { SearchParams } from '../../search-params.ts';
import { orderFilterNames } from './filters.ts';

type SavedView = ReplyOf<'/api/SavedViews/List'>['Records'][number];
type ViewFilters = SavedView['Filters'];

const page = 'orders';
/** The parameters of the address that a view saves: not the searched text, and not the page. */
const savedNames = ['view', ...orderFilterNames.filter((name) => name !== 'text')];

export function useSavedViews(): readonly SavedView[] {
  return useOperation('/api/SavedViews/List', { Page: page }).data?.Records ?? [];
}

const filtersOf = (search: SearchParams): ViewFilters =>
  savedNames.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ Name: name, Value: value }];
  });

const searchOf = ({ Filters }: SavedView): SearchParams =>
  Object.fromEntries(Filters.map(({ Name, Value }) => [Name, Value]));

/** The view whose filters are those of the address; of several the person's own, because a person may always remove their own. */
export function currentSavedView(saved: readonly SavedView[], search: SearchParams): SavedView | undefined {
  if (search.text !== undefined) return undefined;
  const wanted = textOf(filtersOf(search));
  const same = saved.filter(({ Filters }) => textOf(Filters) === wanted);
  return same.find(({ IsShared }) => !IsShared) ?? same[0];
}

const textOf = (filters: ViewFilters): string =>
  filters
    .map(({ Name, Value }) => `${Name}=${Value}`)
    .sort()
    .join('&');

export const savedTabs = (saved: readonly SavedView[], current: SavedView | undefined): TabLink[] =>
  saved.map((view) => ({
    label: view.Name,
    to: '/orders',
    search: searchOf(view),
    isCurrent: view.ViewId === current?.ViewId,
  }));

interface SavedViewButtonProps {
  readonly current: SavedView | undefined;
  readonly search: SearchParams;
}

/** Saves the filters of the address, or removes the saved view that is shown. */
export function SavedViewButton({ current, search }: SavedViewButtonProps) {
  const { isLead: mayShare } = useOperator();
  const [dialog, setDialog] = useState<'save' | 'remove'>();
  const close = (): void => setDialog(undefined);
  if (current?.IsShared && !mayShare) return null;
  if (current === undefined && filtersOf(search).length === 0) return null;
  return (
    <>
      <Button variant="default" onClick={() => setDialog(current === undefined ? 'save' : 'remove')}>
        {current === undefined ? 'Save view…' : 'Remove view…'}
      </Button>
      {dialog === 'save' && <SaveView search={search} mayShare={mayShare} onClose={close} />}
      {dialog === 'remove' && current !== undefined && <RemoveView view={current} onClose={close} />}
    </>
  );
}

interface SaveViewProps {
  readonly search: SearchParams;
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

function SaveView({ search, mayShare, onClose }: SaveViewProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const run = async (): Promise<void> => {
    const view = await call('/api/SavedViews/Save', {
      Page: page,
      Name: name.trim(),
      Filters: filtersOf(search),
      IsShared: isShared,
    });
    onClose();
    if (search.text !== undefined) void navigate({ to: '/orders', search: searchOf(view) });
    notify(`View ${view.Name} is saved.`);
    void refreshAll();
  };
  return (
    <Confirm title="Save view" action="Save view" isDisabled={name.trim() === ''} onConfirm={run} onClose={onClose}>
      <p>
        The filters of this list become a tab.
        {search.text !== undefined && ' The text that you search for is not saved.'} A view of the same name is
        replaced.
      </p>
      <FirstField label="Name" maxLength={40} value={name} onChange={setName} />
      {mayShare && (
        <Checkbox
          label="Show it to all operators"
          checked={isShared}
          onChange={(event) => setIsShared(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}

function RemoveView({ view, onClose }: { readonly view: SavedView; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const run = async (): Promise<void> => {
    await call('/api/SavedViews/Remove', { ViewId: view.ViewId }).catch((error: unknown) => {
      // Removed in another tab.
      if (!(error instanceof ApiError && error.code === 'NotFound')) throw error;
    });
    // At once: after the refresh this would take an operator back who has gone on to another page or view. The dialog
    // closes afterward, when the button that opened it is gone, so that the keyboard does not return to it.
    await navigate({ to: '/orders', search: {} });
    onClose();
    notify(`View ${view.Name} is removed.`);
    void refreshAll();
  };
  return (
    <Confirm title={`Remove view ${view.Name}`} action="Remove view" onConfirm={run} onClose={onClose}>
      <p>
        {view.IsShared ? 'It disappears for all operators. No order changes.' : 'Its tab disappears. No order changes.'}
      </p>
    </Confirm>
  );
}
