/** A new operator: the server makes the password, which is shown once. */
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf, type RequestOf } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';
import { Confirm } from '../../design/confirm.tsx';
import { ChoiceField, FirstField } from '../../design/fields.tsx';
import { listOf } from '../../search-params.ts';
import { roleDescriptions, roleNames } from '../../shell/role-names.ts';
import { OperatorPassword } from './operator-password.tsx';

const roles = Object.keys(roleNames) as Role[];

export function CreateOperatorDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('service');
  const [warehouses, setWarehouses] = useState('');
  const [isStation, setIsStation] = useState(false);
  const [created, setCreated] = useState<ReplyOf<'/api/Operators/Create'>>();
  if (created !== undefined) {
    return (
      <OperatorPassword title="Operator created" email={created.Email} password={created.Password} onClose={onClose} />
    );
  }
  const run = async (): Promise<void> => {
    const codes = listOf(warehouses.toUpperCase().replaceAll(/\s+/g, ','));
    setCreated(
      await call('/api/Operators/Create', {
        Email: email.trim(),
        Role: role,
        Warehouses: codes as NonNullable<RequestOf<'/api/Operators/Create'>['Warehouses']>,
        IsStation: isStation,
      }),
    );
  };
  return (
    <Confirm
      title="New operator"
      action="Create operator"
      isDisabled={!email.includes('@')}
      onConfirm={run}
      onClose={onClose}
    >
      <FirstField label="E-mail" type="email" value={email} onChange={setEmail} />
      <ChoiceField
        label="Role"
        description={roleDescriptions[role]}
        options={roles.map((value) => ({ value, label: roleNames[value] }))}
        value={role}
        onChange={setRole}
      />
      <TextInput
        label="Warehouses"
        description="Codes with spaces between them. Empty: all."
        placeholder="WOX01 APC01"
        value={warehouses}
        onChange={(event) => setWarehouses(event.currentTarget.value)}
      />
      <Checkbox
        label="A shared station, at which people identify by badge and PIN"
        checked={isStation}
        onChange={(event) => setIsStation(event.currentTarget.checked)}
      />
    </Confirm>
  );
}
