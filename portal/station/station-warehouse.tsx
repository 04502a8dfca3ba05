/**
 * The warehouse in which the computer of a station stands: the one that was chosen last there, or the first worked one, or the
 * first, among those of the operator.
 */
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../api/queries.ts';
import { useOperator } from '../api/session.ts';
import { Page } from '../design/page.tsx';
import { EmptyState } from '../design/states.tsx';
import { OnlyTab } from './only-tab.tsx';
import { SoundSwitch } from './station-keys.tsx';

/** The key of the browser's storage that has the warehouse of this computer. */
export const warehouseStorageKey = 'dray.warehouse';

interface StationWarehouse {
  /** '' while the warehouses are loading, and when there is none. */
  readonly code: string;
  readonly choice: ReactNode;
  /** Says that there is no warehouse; false while they are loading, and when there is one. */
  readonly nothing: ReactNode;
}

/** If the warehouses cannot be read, the page is replaced by the error: without a warehouse it would be empty. */
function useStationWarehouse(): StationWarehouse {
  const { Role, Warehouses: own } = useOperator();
  const [chosen, setChosen] = useState(localStorage.getItem(warehouseStorageKey) ?? '');
  const { data, error } = useOperation('/api/Warehouses/List', {});
  if (data === undefined && error !== null) throw error;
  const records = (data?.Records ?? []).filter(
    ({ Warehouse }) => Role !== 'floor' || own.length === 0 || own.includes(Warehouse),
  );
  const codes = records.map(({ Warehouse }) => Warehouse);
  const first = records.find(({ Floor }) => Floor === 'worked') ?? records[0];
  const code = codes.includes(chosen) ? chosen : (first?.Warehouse ?? '');
  const choice = (
    <NativeSelect
      aria-label="Warehouse"
      data={codes}
      value={code}
      onChange={({ currentTarget }) => {
        localStorage.setItem(warehouseStorageKey, currentTarget.value);
        setChosen(currentTarget.value);
        // Return the focus to the scanner's line.
        currentTarget.blur();
      }}
    />
  );
  const nothing = data !== undefined && code === '' && (
    <EmptyState title="There is no warehouse for you">
      {own.length === 0
        ? 'An administrator adds one under Warehouses.'
        : `${own.join(', ')} no longer exists. An administrator gives you another one under Operators.`}
    </EmptyState>
  );
  return { code, choice, nothing };
}

interface WarehouseStationPageProps {
  readonly title: string;
  /** Its name, under which one tab has it. */
  readonly station: string;
  /** The station at this warehouse. */
  readonly children: (warehouse: string) => ReactNode;
}

/** The page of a station that stands in one of the warehouses of its person. */
export function WarehouseStationPage({ title, station, children }: WarehouseStationPageProps) {
  const { Email } = useOperator();
  const { code, choice, nothing } = useStationWarehouse();
  return (
    <Page
      title={title}
      aside={Email}
      actions={
        <>
          <SoundSwitch />
          {choice}
        </>
      }
    >
      {nothing}
      {code !== '' && <OnlyTab station={station}>{children(code)}</OnlyTab>}
    </Page>
  );
}
