/**
 * Sets up the second factor: a secret for the app, a code of the app as proof, and recovery codes that are shown once. Removes
 * it, too.
 */
import { Button, Modal, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { call, type ReplyOf } from '../../api/client.ts';
import { Confirm } from '../../design/confirm.tsx';
import { TextField } from '../../design/fields.tsx';
import { useReturnFocus } from '../../design/return-focus.ts';
import { notify } from '../../design/toasts.tsx';
import styles from './account-page.module.css';

interface DialogProps {
  readonly onClose: () => void;
}

export function TotpDialog({ onClose }: DialogProps) {
  const [secret, setSecret] = useState<ReplyOf<'/api/Session/EnrollTotp'>>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  if (secret !== undefined) {
    return (
      <Confirm
        title="Confirm the app"
        action="Confirm"
        isDisabled={code.trim().length < 6}
        onConfirm={async () =>
          setCodes((await call('/api/Session/ConfirmTotp', { Code: code.replaceAll(' ', '') })).RecoveryCodes)
        }
        onClose={onClose}
      >
        <p>Add an account in your authenticator app and type this key. It is shown only now.</p>
        <p className={styles.secret}>{secret.Secret.replaceAll(/.{4}(?=.)/g, '$& ')}</p>
        <p>
          On this phone or computer, <a href={secret.Uri}>open the app with the key</a>.
        </p>
        <TextField
          label="Code that the app shows"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={10}
          data-autofocus
        />
      </Confirm>
    );
  }
  return (
    <Confirm
      title="Set up an authenticator app"
      action="Continue"
      isDisabled={password === ''}
      onConfirm={async () => setSecret(await call('/api/Session/EnrollTotp', { Password: password }))}
      onClose={onClose}
    >
      <p>From then on, signing in takes your password and a code of the app.</p>
      <OwnPassword value={password} onChange={setPassword} />
    </Confirm>
  );
}

function RecoveryCodes({ codes, onClose }: DialogProps & { readonly codes: readonly string[] }) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title="Keep your recovery codes" closeOnClickOutside={false} closeOnEscape={false}>
      <p>Each of them replaces the code of the app once, when you have lost your phone. They are shown only now.</p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Button onClick={onClose} fullWidth mt={16}>
        I have kept them
      </Button>
    </Modal>
  );
}

export function RemoveTotpDialog({ onClose }: DialogProps) {
  const [password, setPassword] = useState('');
  const run = async (): Promise<void> => {
    await call('/api/Session/DisableTotp', { Password: password });
    notify('Signing in takes your password only.');
    onClose();
  };
  return (
    <Confirm
      title="Remove the authenticator app"
      action="Remove"
      isDangerous
      isDisabled={password === ''}
      onConfirm={run}
      onClose={onClose}
    >
      <p>Your password alone is enough to sign in, and your recovery codes stop working.</p>
      <OwnPassword value={password} onChange={setPassword} />
    </Confirm>
  );
}

interface OwnPasswordProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function OwnPassword({ value, onChange }: OwnPasswordProps) {
  return (
    <PasswordInput
      label="Your password"
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
      data-autofocus
    />
  );
}
