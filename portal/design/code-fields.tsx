/** Fields of the codes that the operator's settings have: warehouses and inventory statuses. */
import { type OperationOptions, useOperation } from '../api/queries.ts';
import { ChoiceField } from './fields.tsx';
import { describeError, type ReadQuery } from './states.tsx';

interface CodeFieldProps {
  readonly label?: string;
  readonly value: string;
  readonly onChange: (code: string) => void;
  readonly error?: string | undefined;
}

/** Says at a field why it has no choices; undefined when they have been read. */
const unreadChoicesText = ({ data, error }: ReadQuery): string | undefined =>
  data === undefined && error != null ? `The choices cannot be read. ${describeError(error).detail}` : undefined;

export function WarehouseField({ label = 'Warehouse', error, ...field }: CodeFieldProps) {
  const query = useOperation('/api/Warehouses/List', {});
  const options = query.data?.Records.map(({ Warehouse }) => Warehouse) ?? [];
  return <ChoiceField label={label} options={options} error={error ?? unreadChoicesText(query)} {...field} />;
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
  const { query, statuses } = useStatuses(customerNo);
  const options = statuses.map(({ InventoryStatus: code }) => ({ value: code, label: code }));
  const empty = emptyLabel === undefined ? [] : [{ value: noStatus, label: emptyLabel }];
  const { value, onChange, error = unreadChoicesText(query), ...rest } = field;
  return (
    <ChoiceField
      label={label}
      options={[...empty, ...options]}
      value={value === '' && emptyLabel !== undefined ? noStatus : value}
      onChange={(chosen) => onChange(chosen === noStatus ? '' : chosen)}
      error={error}
      {...rest}
    />
  );
}

/** Stands for an empty choice, because an option must have a value. */
const noStatus = '-';
