/** The fields of an account's role and warehouses. */
import type { RequestOf } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';
import { ChoiceField, TextField } from '../../design/fields.tsx';
import { splitCommaSeparated } from '../../search-params.ts';
import { roleDescriptions, roleNames } from '../../shell/role-names.ts';

const roles = Object.keys(roleNames) as Role[];

type WarehouseCodes = NonNullable<RequestOf<'/api/Operators/Update'>['Warehouses']>;

/** The codes in the field, in upper case. */
export const parseWarehouseCodes = (text: string): WarehouseCodes =>
  splitCommaSeparated(
    text
      .trim()
      .toUpperCase()
      .replaceAll(/[\s,]+/g, ','),
  ) as WarehouseCodes;

interface OperatorFieldsProps {
  readonly role: Role;
  readonly setRole: (role: Role) => void;
  /** Codes with spaces between them. */
  readonly warehouses: string;
  readonly setWarehouses: (text: string) => void;
}

export function OperatorFields({ role, setRole, warehouses, setWarehouses }: OperatorFieldsProps) {
  return (
    <>
      <ChoiceField
        label="Role"
        description={roleDescriptions[role]}
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChange={setRole}
      />
      <TextField
        label="Warehouses"
        description="Codes with spaces between them. Empty: all."
        placeholder="WOX01 APC01"
        value={warehouses}
        onChange={setWarehouses}
      />
    </>
  );
}
