/** The filters of the list of orders, as they stand in the address. */
import type { RequestOf } from '../../api/client.ts';
import { type SearchParams, splitCommaSeparated } from '../../search-params.ts';
import { heldStatuses } from './order-status.tsx';

type OrderFilters = Omit<RequestOf<'/api/Orders/List'>, 'After' | 'Top'>;
export type OrdersView = NonNullable<OrderFilters['View']>;

/** The views, in the order of their tabs. */
export const ordersViews: readonly (readonly [OrdersView, string])[] = [
  ['open', 'Open'],
  ['to release', 'To release'],
  ['held', 'Held'],
  ['late', 'Late'],
  ['short', 'Short'],
  ['shipped', 'Shipped'],
  ['canceled', 'Canceled'],
  ['all', 'All'],
];

/** Names of the filters in the address, with the property of the request and the label. */
export const multiValueOrderFilters = [
  ['customers', 'Customers', 'Winery'],
  ['warehouses', 'Warehouses', 'Warehouse'],
  ['reasons', 'HoldReasons', 'Hold reason'],
  ['types', 'OrderTypes', 'Order type'],
  ['carriers', 'Carriers', 'Carrier'],
] as const;

/** Names of the days in the address, with the property of the request and the label. */
export const dayOrderFilters = [
  ['from', 'AcceptedFrom', 'Accepted from'],
  ['to', 'AcceptedTo', 'Accepted to'],
  ['shippedfrom', 'ShippedFrom', 'Shipped from'],
  ['shippedto', 'ShippedTo', 'Shipped to'],
] as const;

export const ordersViewOf = ({ view }: SearchParams): OrdersView =>
  ordersViews.find(([name]) => name === view)?.[0] ?? 'open';

/** The filters of the list and of its export. */
export function orderFiltersOf(search: SearchParams): OrderFilters {
  const lists = multiValueOrderFilters.flatMap(([name, property]) => {
    const values = splitCommaSeparated(search[name]);
    return values.length === 0 ? [] : [[property, values] as const];
  });
  const days = dayOrderFilters.flatMap(([name, property]) => (search[name] ? [[property, search[name]] as const] : []));
  return {
    View: ordersViewOf(search),
    ...(Object.fromEntries([...lists, ...days]) as OrderFilters),
    ...(search.text && { Text: search.text }),
  };
}

/** The filters of the held orders in the list. Uses the view `held` where it can, which reads only held orders. */
export function heldOrderFiltersOf(search: SearchParams): OrderFilters {
  const filters = orderFiltersOf(search);
  if (filters.View === 'open' || filters.View === 'all') return { ...filters, View: 'held' };
  return { ...filters, Statuses: [...heldStatuses] };
}

/** The names of the filters in the address: what narrows the list besides the view. */
export const orderFilterNames = [
  ...multiValueOrderFilters.map(([name]) => name),
  'text',
  ...dayOrderFilters.map(([name]) => name),
];
