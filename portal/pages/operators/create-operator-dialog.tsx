/** Creates an operator. The server generates the password, which is shown once. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import type { Role } from '../../api/session.ts';
import { Confirm } from '../../design/confirm.tsx';
import { FirstField } from '../../design/fields.tsx';
import { GeneratedPasswordDialog } from './generated-password-dialog.tsx';
import { OperatorFields, parseWarehouseCodes } from './operator-fields.tsx';

export function CreateOperatorDialog({ onClose }: { readonly onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('service');
  const [warehouses, setWarehouses] = useState('');
  const [isStation, setIsStation] = useState(false);
  const [created, setCreated] = useState<ReplyOf<'/api/Operators/Create'>>();
  if (created !== undefined) {
    return (
      <GeneratedPasswordDialog
        title="Operator created"
        email={created.Email}
        password={created.Password}
        onClose={onClose}
      />
    );
  }
  const run = async (): Promise<void> => {
    setCreated(
      await call('/api/Operators/Create', {
        Email: email.trim(),
        Role: role,
        Warehouses: parseWarehouseCodes(warehouses),
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
      <OperatorFields role={role} setRole={setRole} warehouses={warehouses} setWarehouses={setWarehouses} />
      <Checkbox
        label="A shared station, at which people identify by badge and PIN"
        checked={isStation}
        onChange={(event) => setIsStation(event.currentTarget.checked)}
      />
    </Confirm>
  );
}
