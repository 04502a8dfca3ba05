/** The filters of a saved view of the list of orders, as they stand in the address. */
import type { ReplyOf } from '../../api/client.ts';
import type { SearchParams } from '../../search-params.ts';
import { orderFilterNames } from './filters.ts';

export type SavedView = ReplyOf<'/api/SavedViews/List'>['Records'][number];
type ViewFilters = SavedView['Filters'];

/** The page that the views are of. */
export const savedViewsPage = 'orders';

/** The parameters of the address that a view saves: not the searched text, and not the page. */
const savedNames = ['view', ...orderFilterNames.filter((name) => name !== 'text')];

/** The filters of the address that a view saves. */
export const savedFiltersOf = (search: SearchParams): ViewFilters =>
  savedNames.flatMap((name) => {
    const value = search[name];
    return value === undefined ? [] : [{ Name: name, Value: value }];
  });

/** The parameters of the address that show a view. */
export const searchOfSavedView = ({ Filters }: SavedView): SearchParams =>
  Object.fromEntries(Filters.map(({ Name, Value }) => [Name, Value]));
