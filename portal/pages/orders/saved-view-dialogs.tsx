/** The dialogs that save, rename and remove a view of the list of orders. */
import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call } from '../../api/client.ts';
import { refreshAll } from '../../api/queries.ts';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';
import { notify } from '../../design/toasts.tsx';
import type { SearchParams } from '../../search-params.ts';
import { type SavedView, savedFiltersOf, savedViewsPage, searchOfSavedView } from './saved-view-filters.ts';

interface SaveViewProps {
  readonly search: SearchParams;
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

export function SaveViewDialog({ search, mayShare, onClose }: SaveViewProps) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isShared, setIsShared] = useState(false);
  const run = async (): Promise<void> => {
    const view = await call('/api/SavedViews/Save', {
      Page: savedViewsPage,
      Name: name.trim(),
      Filters: savedFiltersOf(search),
      IsShared: isShared,
    });
    onClose();
    if (search.text !== undefined) void navigate({ to: '/orders', search: searchOfSavedView(view) });
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

interface ViewDialogProps {
  readonly view: SavedView;
  readonly onClose: () => void;
}

export function RenameViewDialog({ view, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view.Name);
  const run = async (): Promise<void> => {
    const { Name } = await call('/api/SavedViews/Rename', { ViewId: view.ViewId, Name: name.trim() });
    notify(`View ${view.Name} is now ${Name}.`);
    await refreshAll();
    onClose();
  };
  return (
    <Confirm
      title={`Rename view ${view.Name}`}
      action="Rename view"
      isDisabled={name.trim() === '' || name.trim() === view.Name}
      onConfirm={run}
      onClose={onClose}
    >
      {view.IsShared && <p>Its name changes for all operators.</p>}
      <FirstField label="Name" maxLength={40} value={name} onChange={setName} />
    </Confirm>
  );
}

export function RemoveViewDialog({ view, onClose }: ViewDialogProps) {
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
