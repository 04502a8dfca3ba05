/** Saved views in requests and replies. */
import Type, { type Static } from 'typebox';
import type { SavedView } from './saved-views.ts';

export const savedViewPageField = Type.String({
  description: 'The page of the portal: `orders`.',
  pattern: '^[a-z][a-z-]{0,39}$',
});

export const savedViewNameField = Type.String({
  description: 'The name of the view. Views of one page differ in more than letter case.',
  minLength: 1,
  maxLength: 40,
});

export const SavedViewFilterFields = Type.Object({
  Name: Type.String({ description: 'The filter as the address of the page names it.', pattern: '^[a-z]{1,20}$' }),
  Value: Type.String({ description: 'Its value as in the address.', minLength: 1, maxLength: 500 }),
});

export const SavedViewRecord = Type.Object(
  {
    ViewId: Type.String(),
    Page: Type.String(),
    Name: Type.String(),
    Filters: Type.Array(SavedViewFilterFields),
    IsShared: Type.Boolean({ description: 'All operators have it; otherwise only the caller.' }),
    Owner: Type.String({ description: 'The e-mail of the operator who saved it.' }),
  },
  { title: 'SavedView' },
);

export const savedViewExample: Static<typeof SavedViewRecord> = {
  ViewId: '0197c3f0-5b1e-7c3a-9d3e-0a6f4be1c001',
  Page: 'orders',
  Name: 'Held for Ohio',
  Filters: [
    { Name: 'view', Value: 'held' },
    { Name: 'warehouses', Value: 'COB01' },
  ],
  IsShared: false,
  Owner: 'ann@warehouse.example',
};

export function savedViewRecord(view: SavedView): Static<typeof SavedViewRecord> {
  return {
    ViewId: view.viewId,
    Page: view.page,
    Name: view.name,
    Filters: [...view.filters],
    IsShared: view.isShared,
    Owner: view.ownerEmail,
  };
}
