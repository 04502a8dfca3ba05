/** The worked warehouses of this operator, and the choice of one in the address. */
import { Button, Select } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';
import { useFilters } from '../../design/filters.tsx';
import { EmptyState } from '../../design/states.tsx';
import { warehousePlace } from '../pack/station-warehouse.tsx';

/** Returns the worked warehouses (undefined while loading), and the warehouse of the address, or the one that was chosen last, or the first. */
export function useWorkedWarehouse(): { readonly codes: readonly string[] | undefined; readonly code: string } {
  const { warehouse } = useSearch({ from: '__root__' });
  const { Role, Warehouses: own } = useOperator();
  const { data } = useOperation('/api/Warehouses/List', {});
  const isOwn = (code: string): boolean => Role !== 'floor' || own.length === 0 || own.includes(code);
  const codes = data?.Records.filter(({ Floor, Warehouse }) => Floor === 'worked' && isOwn(Warehouse)).map(
    ({ Warehouse }) => Warehouse,
  );
  const wanted = [warehouse, localStorage.getItem(warehousePlace)];
  const code = wanted.find((each) => codes?.includes(each ?? '')) ?? codes?.[0] ?? '';
  return { codes, code };
}

interface ChoiceProps {
  readonly codes: readonly string[] | undefined;
  readonly code: string;
  /** Without a visible label, for a header. */
  readonly isCompact?: boolean;
}

export function WarehouseChoice({ codes, code, isCompact = false }: ChoiceProps) {
  const change = useFilters();
  if (codes?.length === 0) return null;
  return (
    <Select
      {...(isCompact ? { 'aria-label': 'Warehouse' } : { label: 'Warehouse' })}
      data={[...(codes ?? [])]}
      value={code || null}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No such warehouse"
      onChange={(chosen) => {
        if (chosen !== null) localStorage.setItem(warehousePlace, chosen);
        change({ warehouse: chosen ?? undefined });
      }}
      w={128}
    />
  );
}

export function NoWorkedWarehouse() {
  const { Role } = useOperator();
  return (
    <EmptyState
      title="No warehouse is worked by people"
      action={
        Role === 'admin' && (
          <Button variant="default" component={Link} to="/warehouses">
            Warehouses
          </Button>
        )
      }
    >
      All warehouses start their orders by themselves.{' '}
      {Role === 'admin'
        ? 'Change one to “worked by people” to release, pick and pack its orders here.'
        : 'An administrator changes one under Warehouses.'}
    </EmptyState>
  );
}
