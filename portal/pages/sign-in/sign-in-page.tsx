/**
 * The sign-in: as a page, which keeps the address, so that the requested page is shown after it, and over a page whose session has ended.
 * If the account has a second factor, the server asks for its code after the right password, and only then a second step appears.
 */
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { signIn } from '../../api/session.ts';
import { DialogError } from '../../design/confirm.tsx';
import { useSubmission } from '../../design/submission.ts';
import { isTest } from '../../environment.ts';
import { DrayLogo } from '../../shell/sidebar.tsx';
import styles from './sign-in-page.module.css';

export function SignInPage() {
  useEffect(() => {
    document.title = 'Sign in · Dray';
  }, []);
  return (
    <main className={styles.page} data-test={isTest || undefined}>
      <SignInForm />
    </main>
  );
}

interface SignInFormProps {
  /** The address of the person whose session has ended, and what leads to the sign-in of another one. */
  readonly ended?: { readonly email: string; readonly onOther: () => void };
}

export function SignInForm({ ended }: SignInFormProps) {
  const [email, setEmail] = useState(ended?.email ?? '');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [asksForCode, setAsksForCode] = useState(false);
  const { isRunning, error, run, forgetError } = useSubmission();

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(async () => {
      try {
        await signIn(email.trim(), password, asksForCode ? code.trim() : undefined);
      } catch (failure) {
        setCode('');
        // What is typed next is not added to a wrong password.
        if (!asksForCode && failure instanceof ApiError && failure.code === 'InvalidCredentials') setPassword('');
        if (asksForCode || !(failure instanceof ApiError) || failure.code !== 'CodeRequired') throw failure;
        setAsksForCode(true);
      }
    });
  };

  const startAgain = (): void => {
    setAsksForCode(false);
    setPassword('');
    forgetError();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.brand}>
        <DrayLogo />
        <span>Dray</span>
      </div>
      <h1>{asksForCode ? 'Enter your code' : 'Sign in'}</h1>
      {asksForCode ? (
        <>
          <p className="quiet">Open your authenticator app for {email}. A recovery code works too.</p>
          <TextInput
            key="code"
            label="Code"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            autoFocus
            required
            withAsterisk={false}
            maxLength={40}
          />
        </>
      ) : (
        <>
          {ended && (
            <p className="quiet" role="status">
              Your session has ended. Sign in to go on where you were; what you have typed is still there.
            </p>
          )}
          <TextInput
            key="email"
            label="E-mail"
            type="email"
            name="username"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoFocus={ended === undefined}
            readOnly={ended !== undefined}
            required
            withAsterisk={false}
          />
          <PasswordInput
            key="password"
            label="Password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoFocus={ended !== undefined}
            required
            withAsterisk={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password' }}
          />
        </>
      )}
      {error !== undefined && <DialogError error={error} />}
      <Button type="submit" loading={isRunning} fullWidth>
        {asksForCode ? 'Continue' : 'Sign in'}
      </Button>
      {asksForCode ? (
        <Button variant="subtle" color="gray" onClick={startAgain}>
          Use another account
        </Button>
      ) : (
        <>
          {ended && (
            <Button variant="subtle" color="gray" onClick={ended.onOther}>
              Use another account
            </Button>
          )}
          <p className={styles.hint}>No account or a lost password? An administrator can help.</p>
        </>
      )}
    </form>
  );
}
