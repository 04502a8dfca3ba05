/** Asks at a shared station for badge and PIN: on a page of its own, and over the page of a person whose time there has ended. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { identifyPerson, useOperator } from '../../api/session.ts';
import { DialogError } from '../../design/confirm.tsx';
import { useSubmission } from '../../design/submission.ts';
import styles from './sign-in-page.module.css';

interface IdentifyFormProps {
  /** Whose page waits behind the form. */
  readonly person?: string;
}

export default function IdentifyForm({ person }: IdentifyFormProps) {
  const { station } = useOperator();
  const [badge, setBadge] = useState('');
  const [pin, setPin] = useState('');
  const pinField = useRef<HTMLInputElement>(null);
  const { isRunning, error, run, forgetError } = useSubmission();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // A scanner ends the badge with Enter.
    if (pin === '') pinField.current?.focus();
    else {
      void run(async () => {
        try {
          await identifyPerson({ Badge: badge.trim(), Pin: pin });
        } catch (failure) {
          setPin('');
          throw failure;
        }
      });
    }
  };

  return (
    <form className={styles.form} onSubmit={submit} onChange={forgetError}>
      <h1>Who works here?</h1>
      <p className="quiet">{station}. What is done here from now on has your name.</p>
      {person !== undefined && (
        <p className="quiet" role="status">
          {person} goes on where the page was; what was typed is still there. For another person it starts afresh.
        </p>
      )}
      <TextInput
        label="Badge"
        description="Scan it."
        autoComplete="off"
        autoFocus
        maxLength={64}
        value={badge}
        onChange={(event) => setBadge(event.currentTarget.value)}
      />
      <PasswordInput
        ref={pinField}
        label="PIN"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        value={pin}
        onChange={(event) => setPin(event.currentTarget.value)}
        visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the PIN' }}
      />
      {error !== undefined && <DialogError error={error} />}
      <Button type="submit" loading={isRunning} fullWidth>
        Begin
      </Button>
      <p className={styles.hint}>No badge? An administrator gives you one under Operators.</p>
    </form>
  );
}
