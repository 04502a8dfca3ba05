/** Fields of the codes that the operator's settings have: warehouses and inventory statuses. */
import { type OperationOptions, useOperation } from '../api/queries.ts';
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

/**
 * The inventory statuses that stock of a customer may have: the standard ones and the customer's own; only the standard
 * ones for `''`.
 */
export function useStatuses(customerNo: string, options: OperationOptions = {}) {
  const query = useOperation('/api/Statuses/List', {}, options);
  const statuses =
    query.data?.Records.filter(({ CustomerNo }) => CustomerNo === '*' || CustomerNo === customerNo) ?? [];
  return { query, statuses };
}

interface StatusFieldProps extends CodeFieldProps {
  /** The customer whose own statuses are offered too; `''` while none is chosen. */
  readonly customerNo: string;
  /** The label of an empty choice. Without it there is no empty choice. */
  readonly emptyLabel?: string;
}

export function StatusField({ label = 'Inventory status', customerNo, emptyLabel, ...field }: StatusFieldProps) {
  const options = useStatuses(customerNo).statuses.map(({ InventoryStatus: code }) => ({ value: code, label: code }));
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
