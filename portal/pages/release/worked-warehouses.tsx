/** The worked warehouses of this operator, and the choice of one in the address. */
import { Select } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { useFilters } from '../../design/filters.tsx';
import { EmptyState } from '../../design/states.tsx';

/** Where the warehouse that was chosen last is kept: a computer stands in one. */
const place = 'dray.warehouse';

/** Undefined while they are loading; the warehouse of the address, otherwise the one that was chosen last, or the first. */
export function useWorkedWarehouse(): { readonly codes: readonly string[] | undefined; readonly code: string } {
  const { warehouse } = useSearch({ from: '__root__' });
  const { Role, Warehouses: own } = useOperator();
  const { data } = useOperation('/api/Warehouses/List', {});
  const isOwn = (code: string): boolean => Role !== 'floor' || own.length === 0 || own.includes(code);
  const codes = data?.Records.filter(({ Floor, Warehouse }) => Floor === 'worked' && isOwn(Warehouse)).map(
    ({ Warehouse }) => Warehouse,
  );
  const wanted = [warehouse, localStorage.getItem(place)];
  const code = wanted.find((each) => codes?.includes(each ?? '')) ?? codes?.[0] ?? '';
  return { codes, code };
}

interface ChoiceProps {
  readonly codes: readonly string[] | undefined;
  readonly code: string;
  /** In the header of a panel, where its label has no room. */
  readonly isCompact?: boolean;
}

export function WarehouseChoice({ codes, code, isCompact = false }: ChoiceProps) {
  const change = useFilters();
  return (
    <Select
      {...(isCompact ? { 'aria-label': 'Warehouse', size: 'xs' } : { label: 'Warehouse' })}
      data={[...(codes ?? [])]}
      value={code || null}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No such warehouse"
      onChange={(chosen) => {
        if (chosen !== null) localStorage.setItem(place, chosen);
        change({ warehouse: chosen ?? undefined });
      }}
      w={136}
    />
  );
}

export function NoWorkedWarehouse() {
  return (
    <EmptyState title="No warehouse is worked by people">
      All warehouses start their orders by themselves. An administrator makes one worked with{' '}
      <span className="code">dray warehouse set --floor worked</span>.
    </EmptyState>
  );
}
