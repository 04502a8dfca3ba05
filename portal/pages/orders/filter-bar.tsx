/** The filters of the list: a text field, a popover with the others, and chips that remove those that are set. */
import { Button, MultiSelect, Popover } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCarrierNames } from '../../api/carriers.ts';
import { useOperator } from '../../api/session.ts';
import { DayFilter, focusBar, hasActiveFilter, useSetFilters, WarehousesFilter } from '../../design/filters.tsx';
import { CrossIcon, FilterIcon } from '../../design/icons.tsx';
import { TextFilter } from '../../design/text-filter.tsx';
import { WineryFilter, WineryText } from '../../design/winery-filter.tsx';
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
    <search className={styles.bar} aria-label="Filters" tabIndex={-1}>
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
      {chipsOf(search).map(({ name, label, customerNo, rest }) => (
        <button
          key={label}
          type="button"
          className={styles.chip}
          onClick={({ currentTarget }) => {
            focusBesideChip(currentTarget);
            change({ [name]: rest || undefined });
          }}
        >
          <span className={styles.chipText}>
            {customerNo === undefined ? (
              label
            ) : (
              <>
                Winery: <WineryText customerNo={customerNo} />
              </>
            )}
          </span>
          <CrossIcon size={14} />
          <span className="visually-hidden">Remove this filter</span>
        </button>
      ))}
      {hasActiveFilter(orderFilterNames, search) && (
        <Button
          variant="subtle"
          color="gray"
          onClick={({ currentTarget }) => {
            focusBar(currentTarget);
            void navigate({ to: '.', search: search.view ? { view: search.view } : {} });
          }}
        >
          Clear
        </Button>
      )}
    </search>
  );
}

/** Moves the focus from a chip that is about to go to the next one, without one to the chip before it, else to the bar. */
function focusBesideChip(chip: HTMLElement): void {
  const chips = [...document.querySelectorAll<HTMLElement>(`.${styles.chip}`)];
  const at = chips.indexOf(chip);
  const beside = chips[at + 1] ?? chips[at - 1];
  if (beside === undefined) focusBar(chip);
  else beside.focus();
}

/** With more values than this, one filter has a single chip, so that the list stays in sight. */
const maxChips = 3;

interface Chip {
  readonly name: string;
  readonly label: string;
  /** The winery, whose name is shown. */
  readonly customerNo?: string;
  /** The value of the filter without the one of the chip. */
  readonly rest: string;
}

function chipsOf(search: SearchParams): Chip[] {
  const lists = multiValueOrderFilters.flatMap(([name, , label]) => {
    const values = splitCommaSeparated(search[name]);
    if (values.length > maxChips) return [{ name, label: `${label}: ${values.length}`, rest: '' }];
    return values.map((value) => ({
      name,
      label: `${label}: ${value}`,
      ...(name === 'customers' && { customerNo: value }),
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
