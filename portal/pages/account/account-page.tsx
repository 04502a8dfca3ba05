/** The operator's own account: role and warehouses, password, second factor, signing out everywhere. */
import { Button } from '@mantine/core';
import { call, type ReplyOf } from '../../api/client.ts';
import { useOperation } from '../../api/queries.ts';
import { forgetSession, useOperator } from '../../api/session.ts';
import { Confirm } from '../../design/confirm.tsx';
import { useDialog } from '../../design/dialog-state.ts';
import { countOf } from '../../design/format.ts';
import { DescriptionList, Page, Panel } from '../../design/page.tsx';
import { roleDescriptions, roleNames } from '../../shell/role-names.ts';
import styles from './account-page.module.css';
import { PasswordDialog } from './password-dialog.tsx';
import { RemoveTotpDialog, TotpDialog } from './totp-dialog.tsx';

type Dialog = 'password' | 'totp' | 'no-totp' | 'everywhere';

export function AccountPage() {
  const { Email, Role, Warehouses } = useOperator();
  const { dialog, open, close } = useDialog<Dialog>();
  const { data: session } = useOperation('/api/Session/Get', {});
  return (
    <Page title="Your account">
      <Panel title="You">
        <DescriptionList
          items={[
            { label: 'E-mail', value: Email },
            { label: 'Role', value: roleNames[Role] },
            { label: 'What you may do', value: roleDescriptions[Role] },
            { label: 'Warehouses', value: Warehouses.length === 0 ? 'All' : Warehouses.join(', ') },
          ]}
        />
      </Panel>
      <Panel title="Signing in">
        <ul>
          <Setting title="Password" text="A new password ends your sessions everywhere else.">
            <Button variant="default" onClick={() => open('password')}>
              Change password…
            </Button>
          </Setting>
          <Setting title="Authenticator app" text={factorInWords(session)}>
            {session?.HasTotp === false && (
              <Button variant="default" onClick={() => open('totp')}>
                Set up…
              </Button>
            )}
            {session?.HasTotp && (
              <Button variant="default" onClick={() => open('no-totp')}>
                Remove…
              </Button>
            )}
          </Setting>
          <Setting title="Sessions" text="Ends every session of yours, on every device and station, this one too.">
            <Button variant="default" onClick={() => open('everywhere')}>
              Sign out everywhere…
            </Button>
          </Setting>
        </ul>
      </Panel>
      {dialog === 'password' && <PasswordDialog onClose={close} />}
      {dialog === 'totp' && <TotpDialog onClose={close} />}
      {dialog === 'no-totp' && <RemoveTotpDialog onClose={close} />}
      {dialog === 'everywhere' && <SignOutEverywhere onClose={close} />}
    </Page>
  );
}

function factorInWords(session: ReplyOf<'/api/Session/Get'> | undefined): string {
  if (!session?.HasTotp) return 'With it, signing in takes your password and a code from your phone.';
  return `Signing in takes your password and a code from your phone. ${countOf(session.RecoveryCodesLeft, 'recovery code')} left.`;
}

interface SettingProps {
  readonly title: string;
  readonly text: string;
  readonly children: React.ReactNode;
}

function Setting({ title, text, children }: SettingProps) {
  return (
    <li className={styles.setting}>
      <div className={styles.words}>
        <p className="strong">{title}</p>
        <p className="quiet">{text}</p>
      </div>
      <div className={styles.buttons}>{children}</div>
    </li>
  );
}

function SignOutEverywhere({ onClose }: { readonly onClose: () => void }) {
  const run = async (): Promise<void> => {
    await call('/api/Session/SignOutEverywhere', {});
    forgetSession();
  };
  return (
    <Confirm title="Sign out everywhere" action="Sign out everywhere" onConfirm={run} onClose={onClose}>
      <p>All your sessions end within a second, this one too. You sign in again with your password.</p>
    </Confirm>
  );
}
