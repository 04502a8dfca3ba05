/** Asks at a shared station who works there, by badge and PIN, whenever no person is identified. Then the page of the address follows. */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { identifyPerson, useOperator } from '../../api/session.ts';
import { DialogError } from '../../design/confirm.tsx';
import { useSubmission } from '../../design/submission.ts';
import styles from './sign-in-page.module.css';

export default function IdentifyPage() {
  const { Email } = useOperator();
  const [badge, setBadge] = useState('');
  const [pin, setPin] = useState('');
  const pinField = useRef<HTMLInputElement>(null);
  const { isRunning, error, run, forgetError } = useSubmission();

  useEffect(() => {
    document.title = 'Who works here? · Dray';
  }, []);

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
    <div className={styles.station}>
      <form className={styles.form} onSubmit={submit} onChange={forgetError}>
        <h1>Who works here?</h1>
        <p className="quiet">{Email}. What is done here from now on has your name.</p>
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
    </div>
  );
}
