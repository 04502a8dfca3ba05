/** Fields of the codes that the operator's settings have: warehouses and inventory statuses. */
import { useOperation } from '../api/queries.ts';
import { ChoiceField } from './fields.tsx';

interface CodeFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
}

export function WarehouseField({ label = 'Warehouse', ...field }: CodeFieldProps) {
  const { data } = useOperation('/api/Warehouses/List', {});
  const options = data?.Records.map(({ Warehouse }) => Warehouse) ?? [];
  return <ChoiceField label={label} options={options} {...field} />;
}

interface StatusFieldProps extends CodeFieldProps {
  /** Whose own statuses are offered too; `''` while none is chosen. */
  readonly customerNo: string;
  /** What no choice means, which can then be made. */
  readonly emptyLabel?: string;
}

export function StatusField({ label = 'Inventory status', customerNo, emptyLabel, ...field }: StatusFieldProps) {
  const { data } = useOperation('/api/Statuses/List', {});
  const own = useOperation('/api/Statuses/List', { CustomerNo: customerNo }, { isEnabled: customerNo !== '' });
  const codes = [...(data?.Records ?? []), ...(own.data?.Records ?? [])].map(({ InventoryStatus }) => InventoryStatus);
  const options = [...new Set(codes)].map((code) => ({ value: code, label: code }));
  const empty = emptyLabel === undefined ? [] : [{ value: noStatus, label: emptyLabel }];
  const { value, onChange, ...rest } = field;
  return (
    <ChoiceField
      label={label}
      options={[...empty, ...options]}
      value={value === '' && emptyLabel !== undefined ? noStatus : value}
      onChange={(chosen) => onChange(chosen === noStatus ? '' : chosen)}
      {...rest}
    />
  );
}

/** A choice has no empty value. */
const noStatus = '-';
