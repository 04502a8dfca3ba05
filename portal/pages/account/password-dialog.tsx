/** Dialog in which people change their own password. It asks for the current one. */
import { PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { call, setCsrfToken } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { notify } from '../../design/toasts.tsx';

const minLength = 12;

export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const isShort = next.length > 0 && next.length < minLength;
  const run = async (): Promise<void> => {
    const { CsrfToken } = await call('/api/Session/ChangePassword', { CurrentPassword: current, NewPassword: next });
    setCsrfToken(CsrfToken);
    notify('Your password is changed. Your other sessions have ended.');
    onClose();
  };
  return (
    <Confirm
      title="Change password"
      action="Change password"
      isDisabled={current === '' || next.length < minLength}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Your sessions on other devices end. You stay signed in here.</p>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={current}
        onChange={(event) => setCurrent(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the current password' }}
        data-autofocus
      />
      <PasswordInput
        label="New password"
        description={`At least ${minLength} characters. Several words are easy to remember and hard to guess.`}
        autoComplete="new-password"
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={isShort ? `${minLength - next.length} more to go` : undefined}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the new password' }}
      />
    </Confirm>
  );
}
