/** The warehouse in which the computer of a station stands: the one that was chosen last among those of the operator. */
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useOperation } from '../../api/queries.ts';
import { useOperator } from '../../api/session.ts';

/** The key of the browser's storage that has the warehouse of this computer. */
export const warehousePlace = 'dray.warehouse';

interface StationWarehouse {
  /** '' while the warehouses are loading, and when there is none. */
  readonly code: string;
  readonly choice: ReactNode;
}

export function useStationWarehouse(): StationWarehouse {
  const { Role, Warehouses: own } = useOperator();
  const [chosen, setChosen] = useState(localStorage.getItem(warehousePlace) ?? '');
  const { data } = useOperation('/api/Warehouses/List', {});
  const codes = (data?.Records ?? [])
    .map(({ Warehouse }) => Warehouse)
    .filter((code) => Role !== 'floor' || own.length === 0 || own.includes(code));
  const code = codes.includes(chosen) ? chosen : (codes[0] ?? '');
  const choice = (
    <NativeSelect
      aria-label="Warehouse"
      data={codes}
      value={code}
      onChange={({ currentTarget }) => {
        localStorage.setItem(warehousePlace, currentTarget.value);
        setChosen(currentTarget.value);
        // Return the focus to the scanner's line.
        currentTarget.blur();
      }}
    />
  );
  return { code, choice };
}
