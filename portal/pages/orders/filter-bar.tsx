/** The filters of the list: a text field, a popover with the others, and chips that remove those that are set. */
import { Button, MultiSelect, Popover } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCarrierNames } from '../../api/carriers.ts';
import { useOperator } from '../../api/session.ts';
import { DayFilter, hasActiveFilter, useSetFilters, WarehousesFilter, WineryFilter } from '../../design/filters.tsx';
import { CrossIcon, FilterIcon } from '../../design/icons.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { type SearchParams, splitCommaSeparated } from '../../search-params.ts';
import styles from './filter-bar.module.css';
import { dayOrderFilters, multiValueOrderFilters, orderFilterNames } from './filters.ts';

const reasons = ['License', 'Address', 'Credit', 'Customer Service', 'Winery', 'Weather', 'Inventory'];
const orderTypes = ['CLUB', 'RETAIL', 'DTT', 'JIT', 'DELIVERY_TO_WINERY', 'WHOLESALE'];

export function OrdersFilterBar({ search }: { readonly search: SearchParams }) {
  const navigate = useNavigate();
  const { Role } = useOperator();
  const { carriers } = useCarrierNames();
  const change = useSetFilters();
  return (
    <search className={styles.bar}>
      {Role === 'floor' ? (
        <TextFilter label="Order number, name or tracking number" placeholder="Order, name, tracking" />
      ) : (
        <TextFilter label="Order number, recipient or tracking" placeholder="Order, name, e-mail, phone, tracking" />
      )}
      {/* A field takes effect when it loses the focus, which pressing the mouse button does; the popover must not close before its release. */}
      <Popover position="bottom-start" width={328} trapFocus clickOutsideEvents={['mouseup', 'touchend']}>
        <Popover.Target>
          <Button variant="default" leftSection={<FilterIcon size={16} />}>
            Filters
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Filters">
          <div className={styles.fields}>
            <Choice
              label="Hold reason"
              options={reasons}
              value={search.reasons}
              onChange={(value) => change({ reasons: value })}
            />
            <Choice
              label="Order type"
              options={orderTypes}
              value={search.types}
              onChange={(value) => change({ types: value })}
            />
            <Choice
              label="Carrier"
              options={carriers.map(({ Code, Name }) => ({ value: Code, label: Name }))}
              value={search.carriers}
              onChange={(value) => change({ carriers: value })}
            />
            <WineryFilter />
            <WarehousesFilter />
            <div className={styles.days}>
              <DayFilter name="from" label="Accepted from" />
              <DayFilter name="to" label="to" />
            </div>
            <div className={styles.days}>
              <DayFilter name="shippedfrom" label="Shipped from" />
              <DayFilter name="shippedto" label="to" />
            </div>
          </div>
        </Popover.Dropdown>
      </Popover>
      {chipsOf(search).map(({ name, label, rest }) => (
        <button key={label} type="button" className={styles.chip} onClick={() => change({ [name]: rest || undefined })}>
          {label}
          <CrossIcon size={14} />
          <span className="visually-hidden">Remove this filter</span>
        </button>
      ))}
      {hasActiveFilter(orderFilterNames, search) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={() => void navigate({ to: '.', search: search.view ? { view: search.view } : {} })}
        >
          Clear
        </Button>
      )}
    </search>
  );
}

/** With more values than this, one filter has a single chip, so that the list stays in sight. */
const maxChips = 3;

function chipsOf(search: SearchParams) {
  const lists = multiValueOrderFilters.flatMap(([name, , label]) => {
    const values = splitCommaSeparated(search[name]);
    if (values.length > maxChips) return [{ name: name as string, label: `${label}: ${values.length}`, rest: '' }];
    return values.map((value) => ({
      name: name as string,
      label: `${label}: ${value}`,
      rest: values.filter((other) => other !== value).join(','),
    }));
  });
  const days = dayOrderFilters.flatMap(([name, , label]) => {
    const day = search[name];
    return day === undefined ? [] : [{ name, label: `${label} ${day}`, rest: '' }];
  });
  return [...lists, ...days];
}

interface FieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function Choice({
  label,
  options,
  value,
  onChange,
}: FieldProps & { readonly options: readonly (string | { readonly value: string; readonly label: string })[] }) {
  return (
    <MultiSelect
      label={label}
      data={options}
      value={splitCommaSeparated(value)}
      onChange={(values) => onChange(values.join(',') || undefined)}
      placeholder={value ? '' : 'Any'}
    />
  );
}
