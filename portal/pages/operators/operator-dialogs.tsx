/** Dialogs in which an admin changes an account. Each explains the effect first. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { notify } from '../../design/toasts.tsx';
import { GeneratedPasswordDialog } from './generated-password-dialog.tsx';
import type { OperatorRecord } from './operator-record.ts';

interface DialogProps {
  readonly operator: OperatorRecord;
  readonly onClose: () => void;
}

export function DisableOperatorDialog({ operator: { Email }, onClose }: DialogProps) {
  const run = async (): Promise<void> => {
    await call('/api/Operators/Disable', { Email });
    notify(`${Email} is disabled.`);
    onClose();
  };
  return (
    <Confirm title={`Disable ${Email}`} action="Disable" isDangerous onConfirm={run} onClose={onClose}>
      <p>All sessions of this account end within a second. It cannot sign in until it is enabled again.</p>
    </Confirm>
  );
}

export function EnableOperatorDialog({ operator: { Email }, onClose }: DialogProps) {
  const run = async (): Promise<void> => {
    await call('/api/Operators/Enable', { Email });
    notify(`${Email} is enabled.`);
    onClose();
  };
  return (
    <Confirm title={`Enable ${Email}`} action="Enable" onConfirm={run} onClose={onClose}>
      <p>The account can sign in again, with the password as it was.</p>
    </Confirm>
  );
}

export function ResetPasswordDialog({ operator: { Email, HasTotp }, onClose }: DialogProps) {
  const [resetsTotp, setResetsTotp] = useState(false);
  const [password, setPassword] = useState<string>();
  if (password !== undefined) {
    return <GeneratedPasswordDialog title="Password reset" email={Email} password={password} onClose={onClose} />;
  }
  const run = async (): Promise<void> => {
    const { Password } = await call('/api/Operators/ResetPassword', { Email, ResetTotp: resetsTotp });
    setPassword(Password);
  };
  return (
    <Confirm title={`Reset the password of ${Email}`} action="Reset password" onConfirm={run} onClose={onClose}>
      <p>
        The current password stops working, all sessions of this account end, and a lock after wrong passwords ends.
      </p>
      {HasTotp && (
        <Checkbox
          label="Also remove the authenticator app: the phone was lost"
          checked={resetsTotp}
          onChange={(event) => setResetsTotp(event.currentTarget.checked)}
        />
      )}
    </Confirm>
  );
}
