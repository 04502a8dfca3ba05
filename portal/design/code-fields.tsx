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
  /** The customer whose own statuses are offered too; `''` while none is chosen. */
  readonly customerNo: string;
  /** The label of an empty choice. Without it there is no empty choice. */
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

/** Stands for an empty choice, because an option must have a value. */
const noStatus = '-';
