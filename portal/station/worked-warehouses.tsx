/** The worked and automatic warehouses of this operator, and the choice of one in the address. */
import { Button, Select } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { useOperation } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';
import { useSetFilters } from '../design/filters.tsx';
import { Page } from '../design/page.tsx';
import { EmptyState } from '../design/states.tsx';
import { focusScanLine } from './scan-input-form.tsx';
import { warehouseStorageKey } from './station-warehouse.tsx';

interface WorkedWarehouse {
  /** Undefined while they are loading. */
  readonly codes: readonly string[] | undefined;
  /** '' without one. */
  readonly code: string;
}

/**
 * Returns the worked warehouses, and the warehouse of the address, or the one that was chosen last, or the first. If they cannot be read, the page is replaced
 * by the error: without a warehouse it would be empty.
 */
export function useWorkedWarehouse(): WorkedWarehouse {
  const { error, ...worked } = useOptionalWarehouse();
  if (worked.codes === undefined && error !== null) throw error;
  return worked;
}

/** `useWorkedWarehouse` for pages that are of use without a warehouse. */
export function useOptionalWarehouse(): WorkedWarehouse & { readonly error: Error | null } {
  const { worked, code, error } = useWarehouses(({ worked }) => worked);
  return { codes: worked, code, error };
}

/**
 * `useWorkedWarehouse` with the automatic warehouses after the worked ones: what was on the floor of one before it became automatic
 * leaves it through the same pages. `isNoneWorked`: no warehouse is worked.
 */
export function useFloorWarehouse(): WorkedWarehouse & { readonly isNoneWorked: boolean } {
  const { worked, automatic, code, error } = useWarehouses((own) => [...own.worked, ...own.automatic]);
  if (worked === undefined && error !== null) throw error;
  return { codes: worked && [...worked, ...automatic], code, isNoneWorked: worked?.length === 0 };
}

/**
 * `useFloorWarehouse` for pages about bins and counts. `isUnused`: no warehouse is worked and the chosen one has no locations, or the
 * operator has no warehouse.
 */
export function useBinWarehouse(): WorkedWarehouse & { readonly isUnused: boolean } {
  const { codes, code, isNoneWorked } = useFloorWarehouse();
  const locations = useOperation(
    '/api/Locations/List',
    { Warehouses: [code], Top: 1 },
    { isEnabled: isNoneWorked && code !== '' },
  );
  return { codes, code, isUnused: codes?.length === 0 || (isNoneWorked && locations.data?.Records.length === 0) };
}

interface OwnWarehouses {
  readonly worked: readonly string[];
  readonly automatic: readonly string[];
}

/** The operator's own warehouses; `code` is one of those that `choiceOf` returns. */
function useWarehouses(choiceOf: (own: OwnWarehouses) => readonly string[]) {
  const { warehouse } = useSearch({ from: '__root__' });
  const { Role, Warehouses: own } = useOperator();
  const { data, error } = useOperation('/api/Warehouses/List', {});
  const isOwn = (code: string): boolean => Role !== 'floor' || own.length === 0 || own.includes(code);
  const records = data?.Records.filter(({ Warehouse }) => isOwn(Warehouse));
  const codesOf = (isWorked: boolean) =>
    records?.filter(({ Floor }) => (Floor === 'worked') === isWorked).map(({ Warehouse }) => Warehouse);
  const [worked, automatic = []] = [codesOf(true), codesOf(false)];
  const choice = worked === undefined ? [] : choiceOf({ worked, automatic });
  const wanted = [warehouse, localStorage.getItem(warehouseStorageKey)];
  const code = wanted.find((each) => choice.includes(each ?? '')) ?? choice[0] ?? '';
  return { worked, automatic, code, error };
}

interface ChoiceProps {
  readonly codes: readonly string[] | undefined;
  readonly code: string;
  /** Without a visible label, for a header. */
  readonly isCompact?: boolean;
}

export function WarehouseChoice({ codes, code, isCompact = false }: ChoiceProps) {
  const change = useSetFilters();
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
        if (chosen !== null) localStorage.setItem(warehouseStorageKey, chosen);
        change({ warehouse: chosen ?? undefined });
      }}
      // The next scan would be typed into the choice.
      onOptionSubmit={focusScanLine}
      w={128}
    />
  );
}

interface UnworkedPageProps extends ChoiceProps, NoWarehouseProps {
  readonly title: string;
}

/** A page of the floor whose chosen warehouse has nothing for people to do, while none is worked. */
export function UnworkedPage({ title, codes, code, purpose }: UnworkedPageProps) {
  return (
    <Page title={title} actions={<WarehouseChoice codes={codes} code={code} isCompact />}>
      <NoWorkedWarehouse purpose={purpose} />
    </Page>
  );
}

interface NoWarehouseProps {
  /** What people do on this page: `to release, pick and pack its orders`. */
  readonly purpose: string;
}

export function NoWorkedWarehouse({ purpose }: NoWarehouseProps) {
  const { Role, Warehouses: own } = useOperator();
  const isLimited = Role === 'floor' && own.length > 0;
  return (
    <EmptyState
      title={isLimited ? 'No warehouse of yours is worked by people' : 'No warehouse is worked by people'}
      action={
        Role === 'admin' && (
          <Button variant="default" component={Link} to="/warehouses">
            Warehouses
          </Button>
        )
      }
    >
      {isLimited ? own.join(', ') : 'All warehouses'}
      {isLimited && own.length === 1 ? ' starts its' : ' start their'} orders by{' '}
      {isLimited && own.length === 1 ? 'itself' : 'themselves'}.{' '}
      {Role === 'admin'
        ? `Change one to “worked by people” ${purpose} here.`
        : 'An administrator changes one under Warehouses.'}
    </EmptyState>
  );
}
