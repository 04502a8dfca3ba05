/** The shared parts of the lists of purchase orders and transfers: their tabs and filters, and the button for a new order. */
import { useSearch } from '@tanstack/react-router';
import { useOperator } from '../../api/session.ts';
import { ChoiceFilter, FilterBar, hasActiveFilter, WarehouseFilter } from '../../design/filters.tsx';
import { ViewTabs } from '../../design/list-page.tsx';
import { NewButton } from '../../design/new-button.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { WineryFilter } from '../../design/winery-filter.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { inboundStatusOptions, inboundViewOf, inboundViews } from './inbound-views.tsx';

const filterNames = ['text', 'customers', 'warehouse', 'status'];

/** The filters of the address, as the operations of both lists take them. */
export function useInboundFilters<Status extends string>(statuses: readonly Status[]) {
  const search = useSearch({ from: '__root__' });
  const [winery, ...others] = splitCommaSeparated(search.customers ?? '');
  return {
    filters: {
      Statuses: statuses.filter((each) => each === search.status),
      ...(search.text && { Text: search.text }),
      ...(search.customers && { Customers: splitCommaSeparated(search.customers) }),
      ...(search.warehouse && { Warehouses: [search.warehouse] }),
    },
    isFiltered: hasActiveFilter(filterNames, search),
    /** The winery of a new order, if the list is filtered by one; otherwise ''. */
    customerNo: others.length === 0 ? (winery ?? '') : '',
  };
}

interface InboundHeadProps {
  readonly view: Parameters<typeof inboundViewOf>[0];
  /** An example of a number. */
  readonly placeholder: string;
  readonly statuses: Parameters<typeof inboundStatusOptions>[0];
}

export function InboundTabsAndFilters({ view, placeholder, statuses }: InboundHeadProps) {
  const search = useSearch({ from: '__root__' });
  return (
    <>
      <ViewTabs to="/inbound" views={inboundViews} current={inboundViewOf(view)} />
      <FilterBar names={filterNames} search={search}>
        <TextFilter label="Number or reference" placeholder={placeholder} />
        <WineryFilter />
        <WarehouseFilter />
        <ChoiceFilter name="status" label="Status" options={inboundStatusOptions(statuses)} />
      </FilterBar>
    </>
  );
}

/** The button for a new order; nothing for roles that may not create orders of wineries. */
export function NewOrderButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  const { isService } = useOperator();
  return isService ? <NewButton label={label} onClick={onClick} /> : null;
}
